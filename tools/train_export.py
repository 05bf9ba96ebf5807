"""Write the averaged network of a checkpoint into the package.

python -m tools.train_export /tmp/train/backgammon.npz
"""

import sys
from pathlib import Path

import bgterm
from bgterm.engine.builtin.network import weights_file
from tools.train import Training
from tools.train_games import OUTPUTS

FOLDER = Path(bgterm.__file__).parent / "engine" / "builtin"


def export(training: Training, path: Path) -> None:
    layers = [part.ravel().tolist() for part in training.average]
    inputs, units = training.average.hidden.shape
    path.write_bytes(weights_file(layers, inputs, units, OUTPUTS))


if __name__ == "__main__":
    found = Training.load(Path(sys.argv[1]))
    export(found, FOLDER / f"{found.name}.weights")
