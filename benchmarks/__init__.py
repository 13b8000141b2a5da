"""Measurements, apart from the tests: ratios against a peer in the same run, medians of several pairs."""
