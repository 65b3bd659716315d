"""How many queries a list page makes at one row and at a hundred: the number must be the same."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench import world

PAGES = {
    "authors": ("author_list", "paper-1"),
    "people": ("project_people",),
    "ledger": ("credit_page",),
    "record": ("record_page",),
    "project": ("project_page",),
}


def sizes() -> dict[str, tuple[int, int]]:
    """By page: queries at one row, at a hundred."""
    for slug in ("one", "hundred"):
        entries, people, kinds = world.LISTS[slug]
        world.crowded(slug, entries=entries, people=people, kinds=kinds, even=True)
    counted = {}
    for name, (view, *more) in PAGES.items():
        first, second = (_count(reverse(view, args=[slug, *more])) for slug in ("one", "hundred"))
        counted[name] = (first, second)
    return counted


def _count(path: str) -> int:
    client = Client(SERVER_NAME="127.0.0.1", headers={"Authorization": "nobody"})  # for such a one nothing is kept
    client.get(path)  # what is remembered for every reader is made once
    with CaptureQueriesContext(connection) as asked:
        response = client.get(path)
    if response.status_code != 200:
        raise SystemExit(f"{path} answered {response.status_code}")
    return len(asked)
