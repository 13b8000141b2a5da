"""The server: Starlette's routes and sockets, security, visitors, threads, files. See `plyground.web.host.app`."""
