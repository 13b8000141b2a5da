"""A cluster that does not start."""

import pytest

from plyground import InvalidSetting
from plyground.arena import cluster


class Broken:
    """What Ray raises when its own processes do not come up: a plain exception of many lines."""

    def init(self, **_):
        raise Exception("Current node timed out during startup.\nSee the logs.")


def test_a_cluster_that_does_not_start_is_one_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "_ray", Broken)
    with pytest.raises(InvalidSetting) as caught:
        cluster.RayExecutor("local", 2)
    assert str(caught.value) == "The cluster 'local' cannot be reached: Current node timed out during startup."
