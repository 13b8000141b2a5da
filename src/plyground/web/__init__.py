"""The web app: play, analyse and learn in the browser.

Pages for people, and a JSON API (`plyground.web.application`) whose schema ``/api/openapi.json`` is derived from the
type hints of the functions that answer. The browser knows no rules: the service sends the legal moves, the squares
that each touches, and the outcome. Games being played are kept in SQLite, so they survive a reload and a restart.
Thinking is done in turns, shared fairly.

One folder a page (home, play, analysis, learn, explorer, laboratory, arena, lesson, missing), with its HTML, style and
script beside the Python that answers it (``api.py``). What several pages need is in ``service``, in Python, and in
``board`` and ``shared``, in the browser. ``host`` is the server around all this, a Starlette app: routes, sockets,
security, threads, files; nothing outside of it knows that it is a server. Scripts are ES modules and need no build.
"""
