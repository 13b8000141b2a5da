"""Pages for a class, each an app of its own: the ladder, for everybody, and the teacher's view of the grades."""
