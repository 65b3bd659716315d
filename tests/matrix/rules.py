"""How the tables of this folder say who gets what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# Whoever has no session is asked to sign in where a page or an act needs one: the sign-in page (302), or, where a form
# was sent, the page that keeps what was typed (403). A token opens no page.
OUT = frozenset({"visitor", "closed", "token"})
SIGNED_IN = frozenset(
    [
        "outsider",
        "unverified",
        "former",
        "member",
        "author",
        "co",
        "reviewer",
        "asked",
        "stepped",
        "lead",
        "founder",
        "organizer",
        "speaker",
        "auditor",
        "keeper",
        "locker",
        "giver",
    ]
)
EVERYBODY = OUT | SIGNED_IN
MEMBERS = SIGNED_IN - {"outsider", "unverified", "former"}
# Powers as the roles of `cast` give them.
AMEND = frozenset({"founder", "organizer", "keeper"})
AWARD = frozenset({"founder", "organizer", "giver"})
FREEZE = frozenset({"founder", "organizer", "locker"})
AUDIT = frozenset({"founder", "organizer", "auditor"})
EDITORS = frozenset({"founder", "lead"})  # assign, invite, decide, chair
JUDGING = EDITORS | {"asked", "organizer", "reviewer", "speaker", "stepped"}  # review, decide, chair, assign
WRITERS = frozenset({"author", "co"})  # of the draft
# Closed terms: whoever wrote task 3, reviews it, was asked to, or audits.
SEE_TASK_3 = AUDIT | {"author", "reviewer", "asked"}
# One of each kind, for pages that are the same for everybody.
FEW = frozenset({"visitor", "closed", "unverified", "outsider", "author"})


def only(*names: str) -> frozenset[str]:
    return frozenset(names)


@dataclass(frozen=True)
class Rule:
    """`may` get `got`; everybody else who is signed in gets `others`; whoever is not gets the sign-in page.

    "done" is a redirect to somewhere else than the sign-in, or 200/201/204 for what was sent.
    """

    may: frozenset[str]
    got: str = "ok"
    others: str = "403"
    instead: Mapping[str, str] = field(default_factory=dict)

    def expected(self, who: str) -> str:
        if who in self.instead:
            return self.instead[who]
        if who in self.may:
            return self.got
        return "sign-in" if who in OUT else self.others


PUBLIC = Rule(EVERYBODY)
NO = Rule(frozenset(), others="405")
OWN = Rule(SIGNED_IN)  # needs an account and nothing else
ANEW = Rule(SIGNED_IN, got="password")  # needs an account and its password a short while ago


@dataclass(frozen=True)
class Row:
    """What GET and POST of an address answer, and the form that whoever may would send."""

    get: Rule
    post: Rule = NO
    at: Mapping[str, Any] = field(default_factory=dict)
    form: Mapping[str, Any] = field(default_factory=dict)
    few: bool = False


def outcome(answer: Any, method: str) -> str:
    where = answer.get("Location", "")
    if answer.status_code in (301, 302):
        if where.startswith("/accounts/login/"):
            return "sign-in"
        return "password" if where.startswith("/accounts/reauthenticate/") else "done"
    if answer.status_code in (200, 201, 204):
        return "ok" if method == "GET" else "done"
    if answer.status_code == 403 and not answer.wsgi_request.user.is_authenticated and method == "POST":
        return "sign-in"
    return str(answer.status_code)
