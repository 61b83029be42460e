"""SymPy to numba: printer, common subexpressions, templates, hashes, and the loader.

Only :mod:`symppm.codegen.runtime`, :mod:`symppm.codegen.spec` and :mod:`symppm.codegen.load` are
needed at run time; they import no SymPy.
"""
