"""What the scripts share that reproduce the paper: runs, tables, verdicts and figures."""
