"""The network: from the planes of a position to the logarithms of the chances of its actions, and its value."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from plyground.core.planes import Encoding


class Block(nn.Module):
    """Two convolutions and what goes round them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU())
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Any) -> Any:
        """Return what the next block sees."""
        return functional.relu(x + self.second(self.first(x)))


class Net(nn.Module):
    """A residual network with two heads.

    Parameters
    ----------
    encoding
        The game's planes and actions.
    width, blocks
        Its size.
    """

    def __init__(self, encoding: Encoding, width: int = 32, blocks: int = 4) -> None:
        super().__init__()
        planes, height, columns = encoding.shape
        planes += encoding.steps - 1  # what has been chosen of a move
        self.size = {"width": width, "blocks": blocks}
        self.body = nn.Sequential(
            nn.BatchNorm2d(planes),  # planes may hold counters
            nn.Conv2d(planes, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            *(Block(width) for _ in range(blocks)),
        )
        cells = height * columns
        self.policy = nn.Sequential(
            nn.Conv2d(width, 16, 1),
            nn.BatchNorm2d(16),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(16 * cells, encoding.actions),
        )
        self.value = nn.Sequential(
            nn.Conv2d(width, 8, 1), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * cells, 64), nn.ReLU(),
            nn.Linear(64, 1), nn.Tanh(),
        )  # fmt: skip

    def forward(self, planes: Any) -> tuple[Any, Any]:
        """Return a number for each action, shape (positions, actions), and the mover's value, shape (positions,)."""
        seen = self.body(planes.float())
        return self.policy(seen), self.value(seen).squeeze(1)

    def judge(
        self, observation: NDArray[np.uint8], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the chances of the actions, 0 for those that are not legal, and the values."""
        self.eval()
        with torch.inference_mode():
            logits, value = self(torch.from_numpy(observation))
            logits = logits.masked_fill(~torch.from_numpy(legal), -1e9)
            return functional.softmax(logits, dim=1).numpy() * legal, value.numpy()

    def save(self, path: Path, game: str) -> None:
        """Write the weights."""
        torch.save({"game": game, "size": self.size, "weights": self.state_dict()}, path)

    @classmethod
    def load(cls, path: Path, encoding: Encoding) -> "Net":
        """Read the weights of a net for this encoding."""
        stored = torch.load(path, weights_only=True)
        net = cls(encoding, **stored["size"])
        net.load_state_dict(stored["weights"])
        return net
