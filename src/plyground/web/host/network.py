"""`Network`: lets other machines of the network in while the server runs, which was begun for this machine alone."""

import asyncio
import contextlib
import socket
from ipaddress import ip_address

import uvicorn

from plyground.core.errors import PlygroundError
from plyground.web.host.addresses import ANY_ADDRESS, in_url, urls_for_others

WAIT = 10.0
"""Seconds in which the server has to listen."""


class Network:
    """The way in for others: closed, until somebody at this machine opens it.

    Parameters
    ----------
    server
        The server that listens.
    port
        The port; the same is used for others.
    hosts
        The names that the server answers to; numeric addresses are added.
    """

    def __init__(self, server: uvicorn.Server, port: int, hosts: list[str]) -> None:
        self._server, self._port, self._hosts = server, port, hosts
        self.loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> tuple[str, ...]:
        """Listen at the machine's private addresses, too; return the URLs for others. Called from any thread.

        Raises
        ------
        PlygroundError
            If there is no such address, or none that can be used.
        """
        assert self.loop is not None, "the server runs"
        return asyncio.run_coroutine_threadsafe(self._open(), self.loop).result(WAIT)

    async def _open(self) -> tuple[str, ...]:
        found = list[str]()
        for url in urls_for_others("0.0.0.0", self._port):
            address = url.removeprefix("http://").rpartition(":")[0]
            if ip_address(address).is_private and await self._listen(address):
                found.append(f"http://{in_url(address)}:{self._port}/")
        if not found:
            raise PlygroundError("This machine has no address in a network at which others could reach it.")
        if ANY_ADDRESS not in self._hosts:
            self._hosts.append(ANY_ADDRESS)
        return tuple(found)

    async def _listen(self, address: str) -> bool:
        config, server = self._server.config, self._server
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):
            listener.bind((address, self._port))
            protocol = config.http_protocol_class

            def connect() -> asyncio.Protocol:
                return protocol(config=config, server_state=server.server_state, app_state=server.lifespan.state)  # type: ignore[call-arg]

            assert self.loop is not None
            server.servers.append(await self.loop.create_server(connect, sock=listener, backlog=config.backlog))
            return True
        listener.close()
        return False
