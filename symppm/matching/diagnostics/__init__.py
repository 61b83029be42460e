"""What does not fit, and what that usually means: one table, and the tests that choose from it."""
