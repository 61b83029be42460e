"""``python -m symppm`` is the command ``symppm``."""

from symppm.cli import main

main()
