"""Documents of results, and how results show themselves."""
