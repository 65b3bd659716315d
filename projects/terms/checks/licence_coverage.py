"""``licence-coverage``: what comes in covers what goes out. Publishing is refused while it flags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from licensing.vocabulary.purposes import asked_by, covers, purpose
from licensing.vocabulary.spdx import LicenceError, parse_expression
from projects.terms.checks.names import recipient
from projects.terms.checks.weighing import Weighing
from projects.terms.document.clause_words import PURPOSE_WORDS, Clause
from projects.terms.document.field import Words
from projects.terms.document.marked import plain
from projects.terms.document.words import glue, series

CAUSE = "licence.inbound.purposes"
_DATA, _DESTINATIONS = "licence.outbound.data", "data.destinations"


def licence_coverage(w: Weighing) -> None:
    """Training by one recipient is left to ``training-use``; a release nobody may use asks nothing of the grant."""
    granted, data = w.at(CAUSE), w.at(_DATA)
    if data == "none":
        return
    if granted is not None:
        _weigh(w, granted, data)
    if granted is None:
        w.open(CAUSE, Words("purposes of the grant", "授权用途"))
    if data is None:
        w.open(_DATA, Words("licence of the data", "数据许可"))
    if w.at(_DESTINATIONS) is None:
        w.open(_DESTINATIONS, Words("the recipients", "接收方"))
    for path, item in w.rows(_DESTINATIONS):
        if w.at(f"{path}.purpose") is None:
            named = recipient(item)
            told = Words(f"what {named.en} may use the tasks for", glue(named.zh, "可以把任务用于什么"))
            w.open(f"{path}.purpose", told)
    w.fair(CAUSE)


def _weigh(w: Weighing, granted: object, data: object) -> None:
    """The licence, and recipients with their purposes, that the grant does not reach."""
    words = granted if isinstance(granted, list) else []
    asked = _asked(data)
    quote = _purposes(words) if words else None
    handed = _handed(w, words)
    chinese = "，".join(f"提供给{said.zh}" for said in handed)
    if asked is not None and not covers(words, asked):
        out = Words(series([str(data), *(f"to {said.en}" for said in handed)], "en"), str(data))
        w.flag(CAUSE, quote=quote, licence=Words(out.en, f"{out.zh}，并{chinese}") if handed else out)
    elif handed:
        by = series([f"by {said.en}" for said in handed], "en")
        w.flag(CAUSE, say=1, quote=quote, recipients=Words(by, chinese))


def _handed(w: Weighing, words: list[str]) -> list[Words]:
    """``“X” for training``: the recipients, with what each may do beyond the grant."""
    beyond: dict[Words, list[str]] = {}
    for _, item in w.rows(_DESTINATIONS):
        for use in _uses(item):
            if not covers(words, use):
                beyond.setdefault(recipient(item), []).append(use)
    said = [(named, _both(w, list(dict.fromkeys(uses)))) for named, uses in beyond.items()]
    return [Words(f"{named.en} for {uses.en}", f"{named.zh}用于{uses.zh}") for named, uses in said]


def _purposes(granted: list[str]) -> Words:
    """As the clauses say them; English other than ours stands as it was written."""
    said = [(PURPOSE_WORDS.get(one, (one,))[0], PURPOSE_WORDS.get(purpose(one), (one, one))[1]) for one in granted]
    return Words(", ".join(en for en, _ in said), "、".join(zh for _, zh in said))


def _uses(item: Mapping[str, Any]) -> list[str]:
    """The purposes of one recipient, without the training that ``training-use`` flags."""
    purposes = item.get("purpose")
    public = item.get("kind") == "public"
    return [one for one in (purposes if isinstance(purposes, list) else ()) if public or purpose(one) != "training"]


def _both(w: Weighing, uses: list[str]) -> Words:
    said = (Clause(w.terms.document, lang).uses({"purpose": uses}, "purpose") for lang in ("en", "zh"))
    return Words(*map(plain, said))


def _asked(data: object) -> str | None:
    try:
        return asked_by(parse_expression(data)) if isinstance(data, str) else None
    except LicenceError:
        return None
