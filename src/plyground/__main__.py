"""``python -m plyground``."""

from plyground.cli import main

main()
