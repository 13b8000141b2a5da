"""``python -m plyground.cli``."""

from plyground.cli import main

main()
