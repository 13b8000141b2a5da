"""``python -m plyground.cli``."""

from plyground.cli import main

if __name__ == "__main__":
    main()
