"""What is measured on data, exactly over all pairs of entries, with a two-way jackknife."""
