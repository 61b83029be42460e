"""The data of the paper, which may not ship: set SYMPPM_DATA to the folder that holds them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from symppm.measure.reading import read

FILE = Path(os.environ.get("SYMPPM_DATA", "")) / "hetrec2011-lastfm-2k" / "user_artists.dat"

pytestmark = pytest.mark.skipif(
    "SYMPPM_DATA" not in os.environ,
    reason="set SYMPPM_DATA to the folder that contains hetrec2011-lastfm-2k",
)


def test_lastfm():
    content = FILE.read_bytes()
    assert hashlib.sha256(content).hexdigest().startswith("001400dc3c7d2667"), "a damaged copy"
    table = read(FILE)
    assert table.shape == (1892, 17632)
    assert table.values.nnz == 92_834
    assert table.values.sum() == 69_183_975
    assert table.values.sum() == sum(int(x.split()[2]) for x in content.splitlines()[1:])
    assert table.values.max() == 352_698
    assert (table.row_labels[0], table.column_labels[0]) == ("2", "51")
    assert table.notes[0].startswith("read as triples (92,834 entries, 1,892 x 17,632)")
