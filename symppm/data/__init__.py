"""Anything to a matrix: files are read here, and the real counts that ship are loaded."""

from symppm.data.examples import Dataset, load, names

__all__ = ["Dataset", "load", "names"]
