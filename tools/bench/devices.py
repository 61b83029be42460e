"""Compare the time of one step of the search on the CPU and on a GPU, where there is one.

python tools/bench/devices.py [--draws 4096 65536 1048576]

A step is an estimate of mean and variance of hierarchical Poisson factorization, K = 25, with all
latent variables drawn, and their derivatives by six hyperparameters.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np
import torch

from symppm.codegen.compile import compile_torch
from symppm.model.catalogue import catalogue_model
from symppm.stochastic.estimates import Estimator
from symppm.stochastic.names import statistic_named
from symppm.stochastic.plans import planned
from symppm.stochastic.space import made_space

START = {"a": 1.0, "a_prime": 100.0, "b_prime": 1.0, "c": 1.0, "c_prime": 100.0, "d_prime": 1.0}
TARGETS = {"mean": 10.0, "variance": 100.0}
REPEATS = 5


def seconds(device: str, draws: int) -> float:
    """Return the median time of a step.

    Parameters
    ----------
    device : str
        ``"cpu"`` or ``"cuda"``.
    draws : int
        Of a step.
    """
    declaration = catalogue_model("hpf_gamma")
    module = compile_torch(declaration)
    wanted = tuple(
        planned(
            module,
            name,
            statistic_named(declaration, name, custom=False, integral=True, shared=False),
            value,
            None,
            "likelihood",
            None,
        )
        for name, value in TARGETS.items()
    )
    families = {each.name: each.family for each in declaration.variables}
    estimator = Estimator(module, families, wanted, device)
    space = made_space(module.HYPERPARAMETERS, ("K",), {"K": 25.0}, {})
    x = np.asarray(space.vector(START))
    times = []
    for seed in range(REPEATS + 1):
        begun = time.perf_counter()
        estimator.estimate(space.point, x, draws, seed)
        if device == "cuda":
            torch.cuda.synchronize()
        times.append(time.perf_counter() - begun)
    return statistics.median(times[1:])


def main() -> int:
    """Print a table; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--draws", type=int, nargs="+", default=[4096, 65_536, 1_048_576])
    arguments = parser.parse_args()
    devices = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]
    names = {"cpu": f"CPU, {torch.get_num_threads()} threads"}
    if len(devices) > 1:
        names["cuda"] = torch.cuda.get_device_name()
    print("draws".rjust(10), *(names[device].rjust(24) for device in devices), "ratio".rjust(8))
    for draws in arguments.draws:
        found = [seconds(device, draws) for device in devices]
        ratio = f"{found[0] / found[1]:.1f}" if len(found) > 1 else "no GPU"
        print(f"{draws:10,}", *(f"{each:22.4f} s" for each in found), ratio.rjust(8))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
