"""How Sphinx makes the site from the pages that ``build.py`` has laid out."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

import symppm  # noqa: E402 - the checkout, whatever is installed

project = "symppm"
author = "the symppm authors"
copyright = author
smartquotes = False
release = version = symppm.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "mathml", "docstrings"]
source_suffix = {".md": "markdown"}
exclude_patterns: list[str] = []

myst_enable_extensions = ["dollarmath"]
myst_fence_as_directive = ["math"]
myst_heading_anchors = 4

# Types stand in the docstrings; those of the code would repeat them.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_numpy_docstring = True
napoleon_google_docstring = False
# Fields of a class are described in its docstring and are not members of their own besides.
napoleon_use_ivar = True
# Types are words, such as "shape (N, M)": they are shown and are no links.
napoleon_use_param = False
napoleon_use_rtype = False
python_maximum_signature_line_length = 90

html_theme = "furo"
html_title = "symppm"
html_static_path = ["static"]
html_css_files = ["symppm.css"]
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
