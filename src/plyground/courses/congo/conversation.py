"""The Congo course's tournament protocol: lines over the standard streams, one process for a game."""

from plyground.programs.conversation import Conversation, Runnable
from plyground.programs.lines import LineConversation


def conversation(runnable: Runnable, form: str = ".3f") -> Conversation:
    """Return a conversation with an agent of the course; `form` says how it is told the seconds for a move."""
    return LineConversation(runnable, form)
