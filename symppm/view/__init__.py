"""What people read: ledgers of derivations."""
