"""Clauses that say nothing beside another one: pointed out, never refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.problems import Problem
from projects.terms.document.walk import answer

POINTLESS = "does_not_apply"


def pointless(document: Mapping[str, Any]) -> Iterator[Problem]:
    """“Both” where nothing is paid; to choose pay there is refused as a contradiction."""
    if answer(document, "compensation.choice") == "both" and answer(document, "compensation.kind") == "unpaid":
        yield Problem(
            "compensation.choice",
            POINTLESS,
            "This does not apply: the work is unpaid, so nobody gets both pay and authorship. Better not stated.",
            "此条不适用：工作没有报酬，也就谈不上报酬与署名兼得。宜不作说明。",
        )
