"""A page names all its scripts at once, instead of one wave of requests for each level of imports."""

import re

import pytest

from plyground.web.assets import address
from plyground.web.pages import PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_script_that_is_imported_is_named_by_the_page(client, page):
    html = page.html()
    named = set(re.findall(rf'(?:src|href)="{address()}([^"]+\.js)"', html))
    for path in named:
        script = client.get(f"/static/{path}")
        assert script.status_code == 200
        for other in re.findall(r'from "(\.[^"]+)"', script.text):
            folder = path.split("/")[0]
            target = other.removeprefix("../") if other.startswith("../") else f"{folder}/{other[2:]}"
            assert target in named, f"{path} imports {other}"
