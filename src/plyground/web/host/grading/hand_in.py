"""The page where students hand in to the ladder: a code, a nickname, a file; the answer says what comes of it.

What is sent lands in the folder of the class, bounded in size and number, and runs behind the same walls as everything
there. A wrong code is answered slowly.
"""

import asyncio
import base64
import binascii
import json
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.grading.ladder_service import MAX_HANDED_IN, LadderService, UnknownCode
from plyground.grading.nicknames import LONGEST
from plyground.web.host.grading.serving import page
from plyground.web.host.routes import JSONAnswer

SLOWLY = 1.0
"""Seconds after which a wrong code is answered."""
MAX_WAITING = 8
"""Programs that are looked at, or wait for it, at the same time; more are asked to come again."""

_FORM = f"""<h1>Hand in a program</h1>
<form data-most="{MAX_HANDED_IN}">
<p><label>Your code <input name="code" required autocomplete="off" maxlength="40"></label></p>
<p><label>Nickname, which everybody sees <input name="nickname" maxlength="{LONGEST}"
 placeholder="as before, or invented"></label></p>
<p><label>The program, or a zip of it <input name="file" type="file" required></label></p>
<p><button>Hand in</button></p>
<p><output aria-live="polite"></output></p>
</form>
<p><a href="/">The ladder</a></p>"""


def hand_in_routes(service: LadderService) -> list[Route]:
    """Return the page and what it asks."""
    waiting = 0

    def show(request: Request) -> Response:
        if service.takes_programs:
            return page("Hand in a program", _FORM, scripts=["hand_in.js"])
        closed = page("Hand in a program", "<h1>Nothing can be handed in here now</h1>\n<p><a href='/'>Back</a></p>")
        closed.status_code = 403
        return closed

    async def look_at(code: str, nickname: str, name: str, content: bytes) -> str:
        nonlocal waiting
        if waiting >= MAX_WAITING:
            raise InvalidSetting("Many hand in just now; please try again in a minute.")
        waiting += 1
        try:
            return await run_in_threadpool(service.hand_in, code, nickname, name, content)
        finally:
            waiting -= 1

    async def take(request: Request) -> Response:
        try:
            fields = json.loads(await request.body())
            code, nickname, name, content = (_text(fields, key) for key in ("code", "nickname", "name", "content"))
            said = await look_at(code, nickname, name, base64.b64decode(content, validate=True))
        except UnknownCode as error:
            await asyncio.sleep(SLOWLY)
            return JSONAnswer({"error": str(error)}, 403)
        except PlygroundError as error:
            return JSONAnswer({"error": str(error)}, 400)
        except (binascii.Error, ValueError, RecursionError):
            return JSONAnswer({"error": "The body of the request should be JSON, the content in base 64."}, 400)
        return JSONAnswer({"said": said})

    return [Route("/hand-in", show), Route("/api/hand-in", take, methods=["POST"])]


def _text(fields: Any, name: str) -> str:
    value = fields.get(name) if isinstance(fields, dict) else None
    if not isinstance(value, str):
        raise InvalidSetting(f"The field {name} should be a text.")
    return value
