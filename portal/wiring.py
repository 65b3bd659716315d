"""The one page that connects events of lower rooms to listeners in upper rooms. Order matters: top to bottom."""

from portal.core import events


def connect() -> None:
    events.connect(gates={}, withs={}, afters={})
