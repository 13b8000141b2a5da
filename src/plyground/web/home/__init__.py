"""The front page: a card for each family of games, on which a game plays itself, and the games in progress."""
