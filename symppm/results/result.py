"""What results have in common: a table, a view for notebooks, and a document that is read back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

from symppm.results.documents import parsed, written


class Documented(ABC):
    """What can be written as a document of plain values, and read back."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads."""

    @classmethod
    @abstractmethod
    def _read(cls, document: Mapping[str, Any]) -> Self:
        """Return what a document holds, every part of which is checked."""

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Return what a document holds that :meth:`to_dict`, or the command line, wrote.

        Nothing in it is run. A model that was declared by its user is declared again; families of
        the user's own have to be installed.

        Parameters
        ----------
        document : mapping
            As it was, or from JSON.

        Raises
        ------
        DataError
            If it is damaged, or of another version; the message says where.
        DeclarationError, ModelNameError
            If a model in it is none.
        """
        return cls._read(document)

    def to_json(self) -> str:
        """Return :meth:`to_dict` as JSON text; every number is finite."""
        return written(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return what JSON text holds that :meth:`to_json`, or the command line, wrote.

        Parameters
        ----------
        text : str
            Of one document.

        Raises
        ------
        DataError, DeclarationError, ModelNameError
            As for :meth:`from_dict`, or if it is no JSON.
        """
        return cls.from_dict(parsed(text))


class Result(Documented):
    """What is also shown as a table: by pandas, and in notebooks."""

    def summary(self) -> str:
        """Return the whole answer as text; ``print`` shows what matters most of it."""
        return str(self)

    @abstractmethod
    def to_frame(self) -> Any:
        """Return the result as a table of pandas.

        Returns
        -------
        pandas.DataFrame
            One row for each of what was found, by name.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """

    @abstractmethod
    def _repr_html_(self) -> str:
        """Return the result as HTML for a notebook."""
