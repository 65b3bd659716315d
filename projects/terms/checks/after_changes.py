"""After publication: how the terms change."""

from __future__ import annotations

from projects.terms.checks.catalogue import LIMITS
from projects.terms.checks.weighing import Weighing


def notice_days(w: Weighing) -> None:
    path = "changes.notice_days"
    days = w.at(path)
    if days is None:
        return w.open(path)
    if days in (0, "none"):
        return w.flag(path)
    if days < LIMITS["fair_notice_days"]:
        return w.observe(path, n=days)
    return w.fair(path, n=days)


def reach_back(w: Weighing) -> None:
    path = "changes.contested_at"
    contested = w.at(path)
    w.read_texts()
    for one in w.terms.charged_to("reach-back"):
        w.flag(one.path, cause=one.cause, quote=one.text)
    if contested is None:
        return w.open(path)
    if contested == "none":
        return w.flag(path)
    return w.fair(path)
