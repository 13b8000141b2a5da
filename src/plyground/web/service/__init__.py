"""The server side that all pages share: endpoints and their schema, sockets, the thread pool, and views of games."""
