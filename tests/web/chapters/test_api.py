from plyground.search.curriculum import chapters


def test_every_chapter_is_shown_and_its_figure_drawn(api, client):
    titles = api.get("/api/chapters")
    assert [each["name"] for each in titles] == [each.name for each in chapters()]
    for each in titles:
        found = api.get(f"/api/chapters/{each['name']}")
        assert len(found["questions"]) == 3
        assert found["figure"]["tree"]
        drawn = client.get(f"/api/chapters/{each['name']}/figure")
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert drawn.headers["content-disposition"].endswith(f'{each["number"]:02d}-{each["name"]}.svg"')
        assert drawn.text.startswith("<svg")


def test_a_chapter_that_does_not_exist_is_told_of(client):
    response = client.get("/api/chapters/expectimax")
    assert response.status_code == 404
    assert "There is no chapter 'expectimax'" in response.json()["error"]
