"""Write the averaged networks of a checkpoint into the package, or the mean of those of several.

python -m tools.train_export /tmp/train/backgammon.npz
"""

import struct
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import bgterm
from bgterm.engine.builtin.network import HEADER, MAGIC
from tools.train import Training
from tools.train_brain import Layers
from tools.train_inputs import OUTPUTS

FOLDER = Path(bgterm.__file__).parent / "engine" / "builtin"


def export(trainings: Sequence[Training], path: Path) -> None:
    brains = [training.brain.networks for training in trainings]
    networks = [
        Layers(*(np.mean(parts, axis=0) for parts in zip(*kind, strict=True)))
        for kind in zip(*brains, strict=True)
    ]
    inputs, units = networks[0].hidden.shape
    weights = [value for network in networks for part in network for value in part.ravel().tolist()]
    header = HEADER.pack(MAGIC, len(networks), inputs, units, OUTPUTS)
    path.write_bytes(header + struct.pack(f"<{len(weights)}e", *weights))


if __name__ == "__main__":
    found = [Training.load(Path(name)) for name in sys.argv[1:]]
    export(found, FOLDER / f"{found[0].name}.weights")
