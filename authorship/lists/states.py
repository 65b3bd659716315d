"""How an author list is locked (interfaces.md 7). There is no way back."""

from authorship.lists.models import Output
from portal.core.workflow.moves import Moves

MOVES = Moves(
    Output.Lock,
    {
        "fix_people": (frozenset({Output.Lock.OPEN}), Output.Lock.ORDER_ONLY),
        "close": (frozenset({Output.Lock.ORDER_ONLY}), Output.Lock.CLOSED),
    },
    field="lock",
)
