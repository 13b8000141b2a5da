"""Training: from files of positions to a net.

What a net shall say of a position is a chance to win (`plyground.learn.targets`). The last part of every file,
positions that the training never sees, measures how well it foresees (the *validation* loss); beside it stands the same
measure of the handmade evaluation, the one to beat. The rate at which it learns falls from epoch to epoch along a
cosine. The same seed and files give the same net.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from plyground.core.arguments import seed_of
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Handmade, evaluate
from plyground.core.game import Game
from plyground.kernel import kernel
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words
from plyground.learn.dataset import Dataset
from plyground.learn.targets import chances, targets
from plyground.learn.trainable import (
    Floats,
    Scratch,
    Trainable,
    add_gradients,
    most_weight,
    predict,
    quantise,
    step_of_adam,
)
from plyground.nets.accumulators import MAX_WIDTH
from plyground.nets.features import outputs_by_games, shape_of, shape_of_many
from plyground.nets.hooks import image_count, most_features, write_image
from plyground.nets.network import MAX_OUTPUT_WEIGHT, QB, SCALE, Network

VALIDATED = 20
"""One in this many positions is kept for validation."""
MIN_POSITIONS = 200
"""To learn from, beside those for validation."""
WHAT_IT_TAKES = f"it takes {MIN_POSITIONS} beside those, one in {VALIDATED}, that are kept for validation"
LAST_RATE = 0.01
"""The last epoch's rate, of the first's."""


@dataclass(frozen=True)
class Recipe:
    """How a net is trained.

    Attributes
    ----------
    width
        Of an accumulator.
    epochs
        How often each position is seen.
    batch
        Positions to a step.
    rate
        Of Adam, in the first epoch.
    blend
        How much the search's score counts, the rest is the result's.
    td_lambda
        How much, for each ply, what comes later in the game counts (`plyground.learn.targets`).
    decay
        Weight decay, as in AdamW: the part of each weight, times the rate, that a step takes away.
    scale
        Hundredths at which the odds are e to 1.
    seed
        Of the first weights, and of the order of the positions.
    handmade
        Whether the net learns what the handmade evaluation leaves out, and is added to it.
    """

    width: int = 128
    epochs: int = 20
    batch: int = 4096
    rate: float = 0.001
    blend: float = 0.9
    scale: int = SCALE
    seed: int = 0
    handmade: bool = False
    td_lambda: float = 0.0
    decay: float = 0.0

    def __post_init__(self) -> None:
        bounds = {"width": (1, MAX_WIDTH), "epochs": (1, 10**6), "batch": (1, 10**9), "scale": (1, 10**6)}
        for name, (least, most) in bounds.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidSetting(f"The {name} of a training cannot be {value}; a whole number {least} to {most}.")
        seed_of(self.seed)
        if not 0 < self.rate <= 1:
            raise InvalidSetting(f"The rate of a training cannot be {self.rate:g}; more than 0, and at most 1.")
        for name, share in (("blend", self.blend), ("lambda", self.td_lambda), ("decay", self.decay)):
            if not 0 <= share <= 1:
                raise InvalidSetting(f"The {name} of a training cannot be {share:g}; a number from 0 to 1.")


@dataclass(frozen=True)
class Epoch:
    """What an epoch came to."""

    number: int
    rate: float
    loss: float
    validation: float
    seconds: float
    positions: int

    def __str__(self) -> str:
        per_second = self.positions / max(self.seconds, 1e-9)
        return (
            f"epoch {self.number} rate {self.rate:.6f} loss {self.loss:.6f} validation {self.validation:.6f} "
            f"positions/s {per_second:.0f}"
        )


@dataclass(frozen=True)
class Trained:
    """A trained net.

    Attributes
    ----------
    network
        In whole numbers.
    positions
        How many it has learned from.
    validation, handmade, quantised
        The validation losses of the net in floats, of the handmade evaluation, of the net in whole numbers.
    mean_error, largest_error
        By how many hundredths whole numbers and floats differ on the validated positions.
    epochs
        The losses on the way.
    """

    network: Network
    positions: int
    validation: float
    handmade: float
    quantised: float
    mean_error: float
    largest_error: float
    epochs: list[Epoch] = field(default_factory=list)

    def facts(self) -> dict[str, Any]:
        """Return what a net's file says of its training."""
        names = ("positions", "validation", "handmade", "quantised", "mean_error", "largest_error")
        curve = [[round(epoch.loss, 7), round(epoch.validation, 7)] for epoch in self.epochs]
        return {name: getattr(self, name) for name in names} | {"curve": curve}

    @classmethod
    def of(cls, network: Network, facts: dict[str, Any]) -> Self:
        """Return what a net's file says: the inverse of `facts`, but for the speed of each epoch.

        Raises
        ------
        KeyError, TypeError, ValueError
            If it does not say it.
        """
        kept = dict(facts)
        curve = [
            Epoch(i, 0.0, float(a), float(b), 0.0, kept["positions"]) for i, (a, b) in enumerate(kept.pop("curve"), 1)
        ]
        return cls(network, **kept, epochs=curve)

    def __str__(self) -> str:
        return (
            f"positions {self.positions} validation {self.validation:.6f} handmade {self.handmade:.6f} "
            f"quantised {self.quantised:.6f} error mean {self.mean_error:.2f} largest {self.largest_error:.0f}"
        )


@dataclass(frozen=True)
class _Examples:
    """Positions and what is to be said of them."""

    words: Words
    known: Floats
    targets: Floats

    @classmethod
    def of(cls, rules: Any, datasets: list[Dataset], recipe: Recipe) -> "_Examples":
        found = [targets(data.records, recipe.scale, recipe.blend, recipe.td_lambda) for data in datasets]
        words = np.concatenate([data.records["words"] for data in datasets]).astype(np.uint64)
        known = np.zeros(len(words), np.float32)
        if recipe.handmade:
            known[:] = _scores(Handmade(), rules, words) / recipe.scale
        return cls(words, known, np.concatenate(found).astype(np.float32))

    def where(self, chosen: NDArray[np.bool_]) -> "_Examples":
        """Return those that are `chosen`."""
        return _Examples(self.words[chosen], self.known[chosen], self.targets[chosen])


def _loss(odds: NDArray[Any], wanted: Floats) -> float:
    return float(np.mean((chances(odds) - wanted) ** 2))


@kernel
def _evaluate_all(evaluation: Any, game: Any, positions: Words, values: Moves) -> None:
    for row in range(len(positions)):
        values[row] = evaluate(evaluation, game, positions[row])


@kernel
def write_images(game: Any, positions: Words, numbers: Moves, images: Words) -> None:
    """Write of each position the image of that number, as `plyground.nets.hooks.write_image` does."""
    for row in range(len(positions)):
        write_image(game, positions[row], numbers[row], images[row])


def new_net(game: Game, recipe: Recipe) -> Network:
    """Return a net with random weights, of the width and seed of `recipe`."""
    net = _first_net(game, recipe, np.random.default_rng(recipe.seed))
    return quantise(net, recipe.scale, recipe.handmade)


def _first_net(game: Game, recipe: Recipe, random: np.random.Generator) -> Trainable:
    """Return the random numbers to begin with; few men are judged by last layers of many (`outputs_by_games`)."""
    net = Trainable.random(replace(shape_of(game), outputs=shape_of_many(game).outputs), recipe.width, random)
    outputs = outputs_by_games(game)
    return net._replace(output=net.output[outputs], output_bias=net.output_bias[outputs])


def are_enough(sizes: list[int]) -> bool:
    """Tell whether files of so many positions are enough to learn from."""
    held_back = sum(size // VALIDATED for size in sizes)
    return held_back > 0 and sum(sizes) - held_back >= MIN_POSITIONS


def train(
    game: Game, datasets: list[Dataset], recipe: Recipe, tell: Callable[[Epoch], None] = lambda _: None
) -> Trained:
    """Train a net for `game`; `tell` is called after every epoch.

    Raises
    ------
    InvalidSetting
        If there are too few positions to learn from.
    """
    shape_of(game)  # (loads the features)
    rules, start = game.rules, game.position().words
    sizes = [len(data.records) for data in datasets]
    if not are_enough(sizes):
        raise InvalidSetting(f"{sum(sizes)} positions are too few to learn from; {WHAT_IT_TAKES}.")
    is_held_back = np.concatenate([np.arange(size) >= size - size // VALIDATED for size in sizes])
    examples = _Examples.of(rules, datasets, recipe)
    learned, held_back = examples.where(~is_held_back), examples.where(is_held_back)
    random = np.random.default_rng(recipe.seed)
    net = _first_net(game, recipe, random)
    # (what is drawn for a feature would be noise where few positions show it; the last layer tells the numbers apart)
    net.weights[:] = 0
    most = most_weight(int(most_features(rules, start)))
    scratch = Scratch.of_width(recipe.width)
    _warmup(game, rules, start, net, scratch)
    odds = np.empty(len(held_back.words), np.float32)
    epochs = []
    for epoch in _epochs(game, net, learned, recipe, most, random, scratch):
        predict(rules, net, held_back.words, odds, scratch)
        odds += held_back.known
        done = Epoch(*epoch[:3], _loss(odds, held_back.targets), epoch[3], len(learned.words))
        epochs.append(done)
        tell(done)
    network = quantise(net, recipe.scale, recipe.handmade)
    scores = _scores(network, rules, held_back.words)
    errors = np.abs(scores - odds * np.float64(recipe.scale))
    return Trained(
        network,
        len(learned.words),
        epochs[-1].validation,
        _loss(_scores(Handmade(), rules, held_back.words) / recipe.scale, held_back.targets),
        _loss(scores / recipe.scale, held_back.targets),
        float(errors.mean()),
        float(errors.max()),
        epochs,
    )


def _scores(evaluation: Any, rules: Any, words: Words) -> Moves:
    """Return what an evaluation says of each position."""
    values = np.empty(len(words), np.int64)
    _evaluate_all(evaluation, rules, words, values)
    return values


def _warmup(game: Game, rules: Any, start: Words, net: Trainable, scratch: Scratch) -> None:
    """Compile the trainer for `game`, or load it from the cache."""

    def build() -> None:
        words, targets = start[None].copy(), np.zeros(1, np.float32)
        gradient = Trainable(*map(np.zeros_like, net))
        add_gradients(rules, net, gradient, words, targets, targets, np.zeros(1, np.int64), scratch)
        predict(rules, net, words, targets, scratch)
        write_images(rules, words, np.zeros(1, np.int64), words.copy())
        _scores(Handmade(), rules, words)
        _scores(quantise(net, SCALE), rules, words)

    ensure_ready(f"{game.family} trainer", f"{game.title} trainer", build)
    build()


def rate_in(epoch: int, epochs: int, rate: float) -> float:
    """Return the rate in an epoch, counted from 0: `rate` in the first, `LAST_RATE` of it in the last."""
    share = epoch / max(epochs - 1, 1)
    return rate * (LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * share)) / 2)


def _epochs(
    game: Game,
    net: Trainable,
    examples: _Examples,
    recipe: Recipe,
    most: float,
    random: np.random.Generator,
    scratch: Scratch,
) -> Iterator[tuple[int, float, float, float]]:
    """Train `net`, and yield each epoch's number, rate, loss and seconds.

    Last layers of few men, whose positions are rare in games, stay those of many that judge in their place.
    """
    rules, many = game.rules, shape_of_many(game).outputs
    of_many = outputs_by_games(game)[many:]
    gradient, first, second = (Trainable(*map(np.zeros_like, net)) for _ in range(3))
    bounds = Trainable(most, most, MAX_OUTPUT_WEIGHT / QB, np.inf)  # type: ignore[arg-type]
    size, words = len(examples.words), examples.words
    images = int(image_count(rules, words[0]))
    for epoch in range(recipe.epochs):
        begin = time.perf_counter()
        rate = rate_in(epoch, recipe.epochs, recipe.rate)
        order = random.permutation(size)
        if images > 1:
            words = np.empty_like(examples.words)
            write_images(rules, examples.words, random.integers(0, images, size), words)
        losses = 0.0
        for place in range(0, size, recipe.batch):
            chosen = order[place : place + recipe.batch]
            losses += add_gradients(rules, net, gradient, words, examples.known, examples.targets, chosen, scratch)
            for slope in (gradient.output, gradient.output_bias):
                np.add.at(slope, of_many, slope[many:])
                slope[many:] = 0
            for values, slope, mean, square, bound in zip(net, gradient, first, second, bounds, strict=True):
                step_of_adam(
                    values.reshape(-1),
                    slope.reshape(-1),
                    mean.reshape(-1),
                    square.reshape(-1),
                    np.float32(rate),  # type: ignore[arg-type]
                    np.float32(1 / len(chosen)),  # type: ignore[arg-type]
                    np.float32(recipe.decay),  # type: ignore[arg-type]
                    np.float32(bound),  # type: ignore[arg-type]
                )
            for values in (net.output, net.output_bias):
                values[many:] = values[of_many]
        yield epoch + 1, rate, losses / size, time.perf_counter() - begin


def provenance(trained: Trained, recipe: Recipe, files: list[Path], datasets: list[Dataset]) -> dict[str, Any]:
    """Return what the net's file says of where it comes from."""
    data = [
        {"file": path.name, "positions": len(found.records), "games": found.games, **found.header.settings}
        for path, found in zip(files, datasets, strict=True)
    ]
    return {"data": data, "recipe": asdict(recipe), "training": trained.facts()}
