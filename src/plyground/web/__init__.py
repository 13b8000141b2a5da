"""The web app: play, analyse and learn in the browser.

A Starlette app (`plyground.web.host.app.create_app`) with pages for people and a JSON API, whose schema
``/api/openapi.json`` is derived from the type hints of the functions that answer. The browser knows no rules: the
server sends the legal moves, the squares that each touches, and the outcome. Games being played are kept in SQLite, so
they survive a reload and a restart. All thinking runs in one pool with a fair queue (`plyground.web.host.pool`).

One folder a page (home, play, analysis, learn, explorer, laboratory, arena, lesson, missing), with its HTML, style and
script beside the Python that answers it (``api.py``). What several pages need is in ``service``, in Python, and in
``board`` and ``shared`` in the browser. ``host`` is the server around all this: routes, sockets, security, threads,
files. Scripts are ES modules and need no build step.
"""
