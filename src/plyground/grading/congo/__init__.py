"""The COMS3005A assignment Congo: five parts compared line by line, and tournament games."""
