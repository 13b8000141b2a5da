"""The app in the visitor's own browser: the same service in a worker, and the folder of files that holds it."""

# before whatever imports what there is not
from plyground.web.browser import stand_ins as stand_ins
