"""Every form of the site, found on every page that the table of people × pages opens, filled with what no form wants.

Nothing of it is an error of the site (500). Whatever is refused leaves nothing behind, and what was typed comes back.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote_from_bytes, quote_plus, urldefrag, urljoin

import pytest
from allauth.account import app_settings as account_settings
from django.apps import apps
from django.conf import settings
from django.test import Client

from portal.core.record.models import RecordEntry
from portal.notices.models import OutboxMessage
from tests.matrix.cast import HANDLES, Cast, undone
from tests.matrix.pages import PROJECT, SITE
from tests.matrix.test_pages import address_of, cast

__all__ = ["cast"]

# Between them they open every form there is.
READERS = ("visitor", "founder", "author", "reviewer", "lead")
SECRET = "correct horse"
TYPED = "Two hours of work, 7q"
LONG = b"x" * 1_000_000
# In every text of the form at once, percent-encoded as a browser or a program would send it. The last line of each
# pair says whether a form must refuse it wherever it has a text of its own.
TEXTS = {
    "nul": b"a\0b",
    "lone surrogate": b"a\xed\xa0\x80b",
    "no character": "a\uffffb".encode(),
    "bidi override": "a\u202eb".encode(),
    "invalid utf-8": b"a\xff\xfeb",
    "one line of 1 MB": LONG,
    "10k marks": ("a" + "\u0301" * 10_000).encode(),
    "escape and line break": b"a\x1b[31m\r\nBcc: all@example.org",
    "empty": b"",
    "markup": b"<script>alert(1)</script>{{ settings }}{% load x %}",
}
# B48, and dates that no calendar has: in every field that carries a number, a choice or a hidden value.
VALUES = (
    *("-1", "0", "NaN", "Infinity", "1e400", str(2**63), "1.5", "true", "１２", "1_000", " 7 ", "-0", "9" * 400),
    *("0000-00-00", "9999-99-99", "999999999-01-01", "-1-1-1", "null", "[]", "../../etc/passwd"),
)
NEVER = {500, 501, 502, 503}


@dataclass
class Form:
    """As a browser would send it unchanged; `texts` are the fields that somebody types into."""

    action: str
    values: list[tuple[str, str]] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)

    def body(self, changed: dict[str, bytes]) -> bytes:
        pairs = []
        for name, value in self.values:
            sent = changed.get(name, value.encode())
            pairs.append(f"{quote_plus(name)}={quote_from_bytes(sent, safe='')}")
        return "&".join([*pairs, "is_staff=1", "points=9", "_connector=OR"]).encode()


class _Forms(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found, self.text = page, [], None
        self.form: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        one = {name: value or "" for name, value in given}
        if tag == "form" and one.get("method", "").lower() == "post":
            self.form = Form(urldefrag(urljoin(self.page, one.get("action", ""))).url)
        if self.form is None or not (name := one.get("name", self.select)):
            return
        if tag == "textarea":
            self.form.values.append((name, ""))
            self.form.texts.add(name)
        elif tag == "select":
            self.select = name
        elif tag == "option" and "selected" in one:
            self.form.values.append((self.select, one.get("value", "")))
            self.form.others.add(self.select)
        elif tag == "button" and "value" in one:
            self.form.values.append((name, one["value"]))
        elif tag == "input":
            self._input(name, one)

    def _input(self, name: str, one: dict[str, str]) -> None:
        assert self.form is not None
        kind = one.get("type", "text")
        if kind in ("file", "submit") or (kind in ("checkbox", "radio") and "checked" not in one):
            return
        self.form.values.append((name, one.get("value", "")))
        typed = kind in ("text", "email", "password", "search", "url")
        (self.form.texts if typed else self.form.others).add(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        if tag == "form" and self.form is not None:
            self.found.append(self.form)
            self.form = None


@pytest.fixture(scope="module", autouse=True)
def as_often_as_asked() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "ACCOUNT_RATE_LIMITS", False)
        assert not account_settings.RATE_LIMITS
        yield


def _signed_in(cast: Cast, who: str) -> Client:
    """With the password given a moment ago, so that the pages of keys are open."""
    client = Client(raise_request_exception=False)
    if who != "visitor":
        email = f"{HANDLES[who]}@example.org"
        assert client.post("/accounts/login/", {"login": email, "password": SECRET}).status_code == 302
        client.post("/accounts/reauthenticate/", {"password": SECRET})
    return client


@pytest.fixture(scope="module")
def clients(cast: Cast) -> dict[str, Client]:
    """Within the transaction of `cast`, as all that is asked here."""
    return {who: _signed_in(cast, who) for who in READERS}


@pytest.fixture(scope="module")
def forms(cast: Cast, clients: dict[str, Client]) -> list[tuple[str, Form]]:
    return list(forms_of(cast, clients))


def forms_of(cast: Cast, clients: dict[str, Client]) -> Iterator[tuple[str, Form]]:
    """Each form once, by its address and the names of its fields, for the first who meets it."""
    met: set[tuple[str, frozenset[str]]] = set()
    for name, row in {**SITE, **PROJECT}.items():
        addresses = {address_of(cast, name, row)}
        if name == "terms_step":
            addresses = {f"/projects/aquifer-bench/terms/edit/{chapter}/" for chapter in (1, 4, 7, 10)}
        for address in sorted(addresses):
            for who in READERS:
                answer = clients[who].get(address)
                assert answer.status_code not in NEVER, (address, who)
                if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
                    continue
                parser = _Forms(address)
                parser.feed(answer.content.decode())
                for form in parser.found:
                    kind = (form.action, frozenset(form.texts | form.others))
                    if kind not in met:
                        met.add(kind)
                        yield who, form


def _rows() -> tuple[int, ...]:
    """What a refused form must leave as it is: versions of drafts, and how many lines and jobs there are."""
    drafts = ("TaskDraft", "TermsDraft", "RubricDraft")
    kept = [sum(apps.get_model("projects", one).objects.values_list("version", flat=True)) for one in drafts]
    return (*kept, RecordEntry.objects.count(), OutboxMessage.objects.count())


def _send(client: Client, form: Form, changed: dict[str, bytes]) -> Any:
    cookies = client.cookies.copy()
    answer = client.post(form.action, form.body(changed), "application/x-www-form-urlencoded")
    client.cookies = cookies
    return answer


def test_no_form_breaks(clients: dict[str, Client], forms: list[tuple[str, Form]], db: None) -> None:
    """Texts in every text at once; values in every other field one by one."""
    sent = refused = 0
    wrong: list[str] = []
    assert len(forms) > 30
    for who, form in forms:
        trials = [(name, dict.fromkeys(form.texts, text)) for name, text in TEXTS.items() if form.texts]
        hidden = sorted(form.others - {"csrfmiddlewaretoken"})[:3]
        trials += [(f"{name}={value[:20]}", {name: value.encode()}) for name in hidden for value in VALUES]
        for name, changed in trials:
            with undone():
                before = _rows()
                answer = _send(clients[who], form, changed)
                sent += 1
                if answer.status_code in NEVER:
                    wrong.append(f"{answer.status_code} for {name} at {form.action} by {who}")
                if answer.status_code >= 400:
                    refused += 1
                    if _rows() != before:
                        wrong.append(f"half written: {name} at {form.action} by {who}")
    assert wrong == []
    assert sent > 300
    assert refused > 150


def test_what_was_typed_comes_back(clients: dict[str, Client], forms: list[tuple[str, Form]], db: None) -> None:
    """Of every form with more texts than one, passwords apart: one is refused for what it holds, and all the others
    stand in the page that answers, or in the page that it leads to."""
    found = [(who, form) for who, form in forms if _has_texts(form)]
    lost = [f"{form.action} by {who}" for who, form in found if not _comes_back(clients[who], form)]
    assert lost == []
    # /check/, the account, a new project, the rubric, four steps of the terms, a contested mark, a task's draft, its
    # shares, a review, the answers to requests, a decision, a report of a defect, runs and their file of a task and a
    # draft, a proposal new and kept, the answer to one
    assert len(found) == 21, [form.action for _who, form in found]


def _has_texts(form: Form) -> bool:
    return len(form.texts) > 1 and not any("password" in one for one in form.texts)


def _comes_back(client: Client, form: Form) -> bool:
    first, *others = sorted(form.texts)
    changed = {**dict.fromkeys(others, TYPED.encode()), first: "a\u202eb".encode()}
    with undone():
        answer = _send(client, form, changed)
        if answer.status_code == 302:
            answer = client.get(urldefrag(answer["Location"]).url)
    return answer.status_code in (200, 422) and TYPED in html.unescape(answer.content.decode())
