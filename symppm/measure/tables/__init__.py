"""Triples that stay where they are: summed by DuckDB, Spark or another engine, through Ibis."""
