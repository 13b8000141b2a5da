"""The arena: matches and tournaments between our own players, watched live."""
