"""Play against the engine or a person: the page that sets a game up, and the page of a game in progress."""
