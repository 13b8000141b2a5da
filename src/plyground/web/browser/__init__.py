"""The app in the visitor's own browser: the same service in a worker, and the folder of files that holds it."""
