"""``python -m symppm`` is the command ``symppm``."""

from symppm.cli import main

if __name__ == "__main__":
    main()
