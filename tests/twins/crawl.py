"""Everything one reader can come to by links, as text in which what differs by chance is levelled."""

from __future__ import annotations

import re
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client

from portal.people.models import Subject

STARTS = ("/", "/projects/", "/people/", "/help/", "/api/v1/projects/", "/api/v1/schema/")
_HREF = re.compile(r'\b(?:href|src|action)="([^"]+)"')
_JSON_LINK = re.compile(r'"(?:next|url|href|[a-z_]*_url)":\s*"([^"]+)"')
_CHANCE = [
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'), "CSRF"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b[0-9a-f]{6} … [0-9a-f]{4}\b"), "HASH"),
    # Sessions are counted over the whole site; one's own number tells how many there were, and nobody's.
    (re.compile(r'\bsession-\d+"|name="end" value="\d+"'), "SESSION"),
    (re.compile(r"<time\b.*?</time>", re.DOTALL), "TIME"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00| UTC)?"), "TIME"),
]
_ID = re.compile(r"\b[npstrx][23456789abcdefghjkmnpqrstuvwxyz]{12}\b")
_MOST = 400


def world(reader: Subject | None, *more: str, secret: str = "") -> dict[str, tuple[int, str, str]]:
    """Address -> (status, content type, levelled text), for every address that links, and `more`, lead to.

    With the `secret` of a token a program reads: the addresses of the API in `more`, and no page.
    """
    client = Client(headers={"Authorization": f"Bearer {secret}"} if secret else {})
    if reader is not None and not secret:
        client.force_login(reader.user)
    todo, seen = [*(() if secret else STARTS), *more], {}
    names: dict[str, str] = {}
    while todo:
        path = todo.pop(0)
        if path in seen:
            continue
        assert len(seen) < _MOST, "more pages than a small world has"
        answer = client.get(path)
        text = b"".join(answer) if answer.streaming else answer.content
        content = text.decode("utf-8", "replace")
        seen[path] = (answer.status_code, answer.get("Content-Type", ""), content)
        todo += [link for link in _links(path, content) if link not in seen]
    return {_level(path, names): (status, kind, _level(text, names)) for path, (status, kind, text) in seen.items()}


def _links(path: str, content: str) -> list[str]:
    found = []
    for link in _HREF.findall(content) + _JSON_LINK.findall(content):
        target = urlsplit(urldefrag(urljoin(path, link.replace("&amp;", "&"))).url)
        if target.netloc not in ("", "testserver") or target.path.startswith(("/static/", "/accounts/logout")):
            continue
        found.append(target.path + (f"?{target.query}" if target.query else ""))
    return found


def _level(text: str, names: dict[str, str]) -> str:
    """Random ids by the order in which they are met, hashes, instants and tokens by a word."""
    for pattern, word in _CHANCE:
        text = pattern.sub(word, text)
    return _ID.sub(lambda found: names.setdefault(found[0], f"ID{len(names)}"), text)


def differences(one: dict[str, tuple[int, str, str]], other: dict[str, tuple[int, str, str]]) -> list[str]:
    """A line for each address that only one world has, and for the first line in which two answers differ."""
    lines = [f"only in one world: {path}" for path in sorted(one.keys() ^ other.keys())]
    for path in sorted(one.keys() & other.keys()):
        if one[path] != other[path]:
            lines.append(f"{path}: {_first(one[path], other[path])}")
    return lines


def _first(one: tuple[int, str, str], other: tuple[int, str, str]) -> str:
    if one[:2] != other[:2]:
        return f"{one[:2]} against {other[:2]}"
    pairs = zip(one[2].splitlines(), other[2].splitlines(), strict=False)
    return next((f"{a.strip()!r} against {b.strip()!r}" for a, b in pairs if a != b), "one text is longer")
