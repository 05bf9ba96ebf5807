"""Write the averaged networks of a checkpoint into the package.

python -m tools.train_export /tmp/train/backgammon.npz
"""

import sys
from pathlib import Path

import bgterm
from bgterm.engine.builtin.network import weights_file
from tools.train import Training
from tools.train_inputs import OUTPUTS

FOLDER = Path(bgterm.__file__).parent / "engine" / "builtin"


def export(training: Training, path: Path) -> None:
    networks = training.brain.networks
    inputs, units = networks[0].hidden.shape
    weights = [[value for part in network for value in part.ravel().tolist()] for network in networks]
    path.write_bytes(weights_file(weights, inputs, units, OUTPUTS))


if __name__ == "__main__":
    found = Training.load(Path(sys.argv[1]))
    export(found, FOLDER / f"{found.name}.weights")
