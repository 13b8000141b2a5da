"""What comes with a link to a page where it is shown to others: a title, a sentence and a picture."""

import re

import pytest


@pytest.mark.parametrize(
    ("path", "family"),
    [("/", "congo"), ("/play/halma-8x8", "halma"), ("/learn/minichess", "minichess"), ("/analysis/nobody", "congo")],
)
def test_a_link_comes_with_a_picture_of_its_game(client, path, family):
    html = client.get(path).text
    tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', html))
    assert "Plyground" in tags["title"]
    assert "Congo" in tags["description"]
    assert tags["image"].startswith("http://127.0.0.1/static/")
    assert tags["image"].endswith(f"/home/previews/{family}.png")
    picture = client.get(tags["image"])
    assert picture.headers["content-type"] == "image/png"
    assert len(picture.content) < 60_000
