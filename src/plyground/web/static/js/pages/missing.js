// A page without a life of its own.
