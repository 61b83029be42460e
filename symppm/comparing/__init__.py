"""Which model: several matched on the same moments of the data, tested and ranked."""

from symppm.comparing.comparison import ComparedModel, Comparison
from symppm.comparing.run import compare

__all__ = ["ComparedModel", "Comparison", "compare"]
