"""Which pages a reader comes to by links alone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from urllib.parse import urldefrag, urljoin

from playwright.sync_api import APIRequestContext, APIResponse

_HREF = re.compile(r'<a\b[^>]*\bhref="([^"]+)"')
# Parts of an address that name one of many of a kind.
_ONE_OF_MANY = [
    (r"\d+", "0"),
    (r"/people/(?!rights)[^/]+", "/people/x"),
    (r"/(draft|confirm-email)/[^/]+", r"/\1/x"),
]
# The same in each project, and for each of its lists.
_ONE_OF_PROJECTS = [(r"^/projects/(?!new/)[^/]+/", "/projects/x/"), (r"/authors/[^/]+/", "/authors/x/")]

# Links of the demo's mailbox: everybody in it has confirmed, and a link that was used says so.
_MAILED = "/accounts/confirm-email/"
# It shows everybody's mails: a link that stands there alone may lead to what is not for this reader.
_MAILBOX = "/demo/mail/"


def status(path: str) -> int:
    """What the address of a link has to answer."""
    return 410 if path.startswith(_MAILED) else 200


def reachable(requests: APIRequestContext, address: str, *, most: int) -> tuple[list[str], list[str]]:
    """The addresses that answer a page, in the order of the links, and a line for each whose answer is wrong.

    At most so many of each kind in a project: the hundredth entry of a ledger is a page like the first.
    """
    todo, mailed, known, pages, broken = ["/"], dict[str, None](), {"/"}, [], []
    taken: Counter[str] = Counter()
    while todo or mailed:
        for_others = not todo
        path = todo.pop(0) if todo else next(iter(mailed))
        mailed.pop(path, None)
        known.add(path)
        answer = requests.get(address + path)
        if for_others and answer.status in (403, 404):
            continue
        if answer.status != status(path):
            broken.append(f"{path}: {answer.status}")
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        pages.append(path)
        for link in _links(answer, address):
            if path.startswith(_MAILBOX) and link not in known:
                mailed[link] = None
            elif link not in known:
                mailed.pop(link, None)
                known.add(link)
                taken[kind(link)] += 1
                if taken[kind(link)] <= most:
                    todo.append(link)
    return pages, broken


def _links(answer: APIResponse, address: str) -> Iterator[str]:
    for link in _HREF.findall(answer.text()):
        found = urldefrag(urljoin(answer.url, link.replace("&amp;", "&"))).url
        if found.startswith(address + "/"):
            yield found.removeprefix(address)


def samples(pages: Iterable[str], *, most: int) -> list[str]:
    """At most so many of each kind of page, whatever the project: one template is looked at with several contents."""
    kinds = defaultdict(list)
    for path in pages:
        shape = kind(path)
        for pattern, word in _ONE_OF_PROJECTS:
            shape = re.sub(pattern, word, shape)
        kinds[shape].append(path)
    return [path for group in kinds.values() for path in group[:most]]


def kind(path: str) -> str:
    shape = path.split("?")[0]
    for pattern, word in _ONE_OF_MANY:
        shape = re.sub(pattern, word, shape)
    return shape
