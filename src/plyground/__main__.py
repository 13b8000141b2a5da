"""``python -m plyground``, and where the command ``plyground`` begins."""

import atexit
import gc
import signal


def main() -> None:
    """Let Ctrl-C end the process as it does any Unix tool, already while the command line is imported, and run that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    atexit.register(gc.freeze)  # no garbage is collected when the process ends: it takes as long as a small command
    from plyground.cli import main as run

    run()


if __name__ == "__main__":
    main()
