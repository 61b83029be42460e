"""One page for a match, to read, to print and to pass on."""

from symppm.report.html.writing import Report, html_report

__all__ = ["Report", "html_report"]
