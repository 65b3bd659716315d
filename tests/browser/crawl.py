"""Which pages a reader comes to by links alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from urllib.parse import urldefrag, urljoin

from playwright.sync_api import APIRequestContext

_HREF = re.compile(r'<a\b[^>]*\bhref="([^"]+)"')
# Parts of an address that name one of many of a kind.
_ONE_OF_MANY = [
    (r"\d+", "0"),
    (r"/people/(?!rights)[^/]+", "/people/x"),
    (r"/(draft|confirm-email)/[^/]+", r"/\1/x"),
]


def reachable(requests: APIRequestContext, address: str) -> tuple[list[str], list[str]]:
    """The addresses that answer a page, in the order of the links, and a line for each that does not answer 200."""
    todo, known, pages, broken = ["/"], {"/"}, [], []
    while todo:
        path = todo.pop(0)
        answer = requests.get(address + path)
        if answer.status != 200:
            broken.append(f"{path}: {answer.status}")
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        pages.append(path)
        for link in _HREF.findall(answer.text()):
            found = urldefrag(urljoin(answer.url, link.replace("&amp;", "&"))).url
            if found.startswith(address + "/") and (path := found.removeprefix(address)) not in known:
                known.add(path)
                todo.append(path)
    return pages, broken


def samples(pages: Iterable[str], *, most: int) -> list[str]:
    """At most so many of each kind of page: one template is looked at with several contents."""
    kinds = defaultdict(list)
    for path in pages:
        kinds[kind(path)].append(path)
    return [path for group in kinds.values() for path in group[:most]]


def kind(path: str) -> str:
    shape = path.split("?")[0]
    for pattern, word in _ONE_OF_MANY:
        shape = re.sub(pattern, word, shape)
    return shape
