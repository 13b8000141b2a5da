"""The rules, taught by example."""
