"""What every page's server side is made of: endpoints and their schema, sockets, the pool, and views of games."""
