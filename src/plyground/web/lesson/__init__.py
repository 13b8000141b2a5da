"""A class at work in the app: pupils by nickname, a teacher who sees all boards, tasks for all, rounds of games."""
