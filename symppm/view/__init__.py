"""What people see of results: text and tables, pages of HTML, and derivations."""
