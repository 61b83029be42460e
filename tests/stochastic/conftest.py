"""Torch on one thread, so that sums have one order; nothing is collected where it is missing."""

from __future__ import annotations

import importlib.util

import pytest

collect_ignore_glob = [] if importlib.util.find_spec("torch") else ["test_*.py"]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    import torch

    torch.set_num_threads(1)
