"""Cumulants of distinct entries: what does not depend on how entries vary about their means."""
