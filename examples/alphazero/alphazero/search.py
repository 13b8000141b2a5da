"""Monte-Carlo tree search of many games at once: each simulation adds one node to the tree of every game.

A simulation goes down from the root, always by the action of the greatest ``Q + U``: its mean value so far, and a bonus
for actions that the net thinks likely and that have seldom been tried (PUCT). The position it arrives at is judged by
the net, or by the rules if the game is over, and that value is added to every action on the way.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphazero.net import Net
from plyground.rl import BatchEnv

EXPLORATION = 1.5
NOISE, NOISE_SHARE = 1.0, 0.25
"""Dirichlet's parameter at the root, for each legal action, and its share, which make games differ."""
NO_CHILD = -1


class Tree:
    """The trees of all games: row i is game i, node 0 its root.

    Attributes
    ----------
    prior, visits, total
        Shape (games, nodes, actions): the net's chances (-1 for an action that is not legal), how often the action was
        tried, and the sum of the values, from the view of the player whose action it is.
    child
        Shape (games, nodes, actions): the node that an action leads to, or `NO_CHILD`.
    states, player, ended, value
        Shape (games, nodes, ...): what `BatchEnv.save` gave, who is to move, whether the game is over, White's value.
    """

    def __init__(self, games: int, nodes: int, actions: int, state: int) -> None:
        self.prior, self.visits, self.total = np.zeros((3, games, nodes, actions), np.float32)
        self.child = np.full((games, nodes, actions), NO_CHILD, np.int32)
        self.states = np.zeros((games, nodes, state), np.uint64)
        self.player = np.zeros((games, nodes), np.int8)
        self.ended = np.zeros((games, nodes), np.bool_)
        self.value = np.zeros((games, nodes), np.float32)

    def clear(self) -> None:
        """Forget everything."""
        self.visits.fill(0)
        self.total.fill(0)
        self.child.fill(NO_CHILD)


class Search:
    """Searches in `games` games at once.

    Parameters
    ----------
    env
        Any environment of the game; only its game and start matter.
    games
        How many.
    simulations
        Of each search.
    """

    def __init__(self, env: BatchEnv, games: int, net: Net, simulations: int, seed: int = 0) -> None:
        self.net = net
        self.simulations = simulations
        self._env = BatchEnv(env.game, games, auto_reset=False, start=env.start, sparse=False)
        self._tree = Tree(games, simulations + 1, env.actions, self._env.save().shape[1])
        self._random = np.random.default_rng(seed)
        self._games = np.arange(games)

    def run(self, states: NDArray[np.uint64], *, explore: bool = False) -> NDArray[np.float32]:
        """Return how often each action was tried from `states` of games that are not over; shape (games, actions)."""
        tree = self._tree
        tree.clear()
        self._env.load(states)
        self._write_node(0)
        if explore:
            self._add_noise()
        for node in range(1, self.simulations + 1):
            self._simulate(node)
        return tree.visits[:, 0]

    def _add_noise(self) -> None:
        prior = self._tree.prior[:, 0]
        legal = prior >= 0
        noise = self._random.gamma(NOISE, size=prior.shape).astype(np.float32) * legal
        noise /= noise.sum(axis=1, keepdims=True)
        prior[legal] = ((1 - NOISE_SHARE) * prior + NOISE_SHARE * noise)[legal]

    def _simulate(self, node: int) -> None:
        """Go down from every root, add `node` there, and tell its value to the way up."""
        tree, env, games = self._tree, self._env, self._games
        at, parent = np.zeros((2, games.size), np.int64)
        action = np.full(games.size, -1)
        path: list[tuple[Any, Any, Any]] = []
        going = games
        while going.size:
            best = self._best(going, at[going])
            path.append((going, at[going], best))
            parent[going], action[going] = at[going], best
            child = tree.child[going, at[going], best]
            is_known = child != NO_CHILD
            going, child = going[is_known], child[is_known]
            at[going] = child
            is_over = tree.ended[going, child]
            action[going[is_over]] = -1  # nothing to add: the game is over there
            going = going[~is_over]
        env.load(tree.states[games, np.where(action >= 0, parent, at)])
        env.step(action)
        is_new = action >= 0
        self._write_node(node)
        tree.child[games[is_new], parent[is_new], action[is_new]] = node
        value = np.where(is_new, tree.value[:, node], tree.value[games, at])
        for rows, nodes, actions in path:
            sign = 1 - 2 * tree.player[rows, nodes]
            tree.visits[rows, nodes, actions] += 1
            tree.total[rows, nodes, actions] += sign * value[rows]

    def _best(self, games: Any, nodes: Any) -> Any:
        """Return the action to follow from each node."""
        tree = self._tree
        prior, visits, total = tree.prior[games, nodes], tree.visits[games, nodes], tree.total[games, nodes]
        tried = visits.sum(axis=1, keepdims=True)
        score = total / np.maximum(visits, 1) + EXPLORATION * prior * np.sqrt(tried + 1) / (1 + visits)
        return np.where(prior >= 0, score, -np.inf).argmax(axis=1)

    def _write_node(self, node: int) -> None:
        """Write what the environment's games are now as `node` of each tree."""
        tree, env = self._tree, self._env
        assert env.legal is not None
        prior, value = self.net.judge(env.observation, env.legal)
        tree.states[:, node] = env.save()
        tree.prior[:, node] = np.where(env.legal, prior, -1)
        tree.player[:, node] = env.player
        tree.ended[:, node] = env.terminated | env.truncated
        whites = np.where(env.player == 0, value, -value)
        result = np.clip(env.rewards[:, 0], -1, 1)
        tree.value[:, node] = np.where(tree.ended[:, node], result, whites)
