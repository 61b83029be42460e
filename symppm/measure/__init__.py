"""What is measured on data besides moments: see its modules, and :mod:`symppm.statistics`."""
