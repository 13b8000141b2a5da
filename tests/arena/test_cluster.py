"""The same tournament on Ray: two nodes on this machine, one of which is lost in the middle."""

import pytest

from arena.inline import InlineExecutor, plan
from plyground.arena.openings import Book
from plyground.arena.store import TournamentStore
from plyground.arena.tournament import Tournament
from plyground.arena.worker import GameWorker
from plyground.core.registry import get_game

ray_cluster = pytest.importorskip(
    "ray.cluster_utils", reason="Ray is not installed; the cluster needs it: pip install 'plyground[cluster]'"
)
pytestmark = pytest.mark.filterwarnings("ignore")


def a_plan():
    book = Book.parse("random:2", get_game("gardner"))
    return plan("random", "greedy", "smart", rounds=8, game="gardner", book=book, seed=3)


def games_of(tournament):
    return [(game.number, game.white, game.black, game.result, game.plies) for game in tournament.games()]


@pytest.fixture
def cluster():
    found = ray_cluster.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    yield found
    found.shutdown()


def test_a_lost_node_costs_no_game_and_none_is_kept_twice(cluster):
    from plyground.jobs.cluster import RayExecutor

    cluster.add_node(num_cpus=1)
    lost = cluster.add_node(num_cpus=1)
    tournament = Tournament(a_plan(), TournamentStore(None))
    finished = []

    def watch(tournament, task, played):
        if played is not None:
            finished.append(played.number)
            if len(finished) == 10:
                cluster.remove_node(lost, allow_graceful=False)

    with RayExecutor(cluster.address, GameWorker, slots=6) as executor:
        tournament.run(executor, watch)
    unbroken = Tournament(a_plan(), TournamentStore(None))
    unbroken.run(InlineExecutor())
    assert sorted(finished) == list(range(1, 49))
    assert games_of(tournament) == games_of(unbroken)
