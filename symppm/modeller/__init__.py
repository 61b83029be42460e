"""The model as users see it: declared, derived, solved, drawn from, and read from a file."""

from __future__ import annotations

from symppm.modeller.drawing import sample
from symppm.modeller.model import Model, declaration_of, long_name
from symppm.modeller.model_files import load_model_file

__all__ = ["Model", "declaration_of", "load_model_file", "long_name", "sample"]
