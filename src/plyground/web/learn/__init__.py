"""The Learn page: the rules, taught by example."""
