"""The CS3243 minichess assignment: AB.py against five opponents."""
