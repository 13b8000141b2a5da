"""The app in the visitor's own browser: the same service in a worker, and the folder of files that holds it."""

# before whatever imports what a browser's Python has not
from plyground.jobs import stand_ins as stand_ins
