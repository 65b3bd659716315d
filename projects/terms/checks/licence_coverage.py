"""``licence-coverage``: what comes in covers what goes out. Publishing is refused while it flags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from licensing.vocabulary.purposes import asked_by, covers, purpose
from licensing.vocabulary.spdx import LicenceError, parse_expression
from projects.terms.checks.finding import Code, Finding, parts, quoted
from projects.terms.document.field import Words
from projects.terms.document.walk import answer, items

CHECK = "licence-coverage"
CAUSE = "licence.inbound.purposes"


def licence_coverage(document: Mapping[str, Any]) -> Finding:
    """Training by a recipient is left to ``training-use``; a release that nobody may use asks nothing of the grant."""
    data = answer(document, "licence.outbound.data")
    if data == "none":
        return _finding(document, "na", "", Words("", ""))
    granted = answer(document, CAUSE)
    uncovered = _uncovered(document, granted, data) if granted is not None else ()
    if uncovered:
        quote = "none" if granted == "none" else quoted(", ".join(granted))
        out = ", ".join(uncovered)
        return _finding(
            document,
            "flag",
            quote,
            Words(
                f"Reads as a release wider than the grant: in for “{quote}”, out under {out}.",
                f"从条款看，发布范围大于授权范围：授权用途为“{quote}”，发布许可为 {out}。",
            ),
        )
    unstated = _open(document, granted, data)
    if unstated:
        said = parts(*unstated)
        return _finding(document, "open", "", Words(f"Not stated: {said.en}.", f"未写明：{said.zh}。"))
    return _finding(
        document,
        "fair",
        "",
        Words("The grant covers the release and all recipients.", "授权范围覆盖发布方式和全部接收方。"),
    )


def _uncovered(document: Mapping[str, Any], granted: object, data: object) -> tuple[str, ...]:
    """The licence, and recipients with their purposes, that the grant does not reach."""
    words = granted if isinstance(granted, list) else []
    found: list[str] = []
    asked = _asked(data)
    if asked is not None and not covers(words, asked):
        found.append(str(data))
    for item in items(document, "data.destinations"):
        purposes = item.get("purpose")
        for word in purposes if isinstance(purposes, list) else ():
            if purpose(word) != "training" and not covers(words, word):
                found.append(f"{item.get('recipient', '?')} ({word})")
    return tuple(found)


def _asked(data: object) -> str | None:
    try:
        return asked_by(parse_expression(data)) if isinstance(data, str) else None
    except LicenceError:
        return None


def _open(document: Mapping[str, Any], granted: object, data: object) -> list[Words]:
    found: list[Words] = []
    if granted is None:
        found.append(Words("purposes of the grant", "授权用途"))
    if data is None:
        found.append(Words("licence of the data", "数据许可"))
    if answer(document, "data.destinations") is None:
        found.append(Words("the recipients", "接收方"))
    for item in items(document, "data.destinations"):
        if item.get("purpose") is None:
            name = item.get("recipient", "?")
            found.append(Words(f"purposes of {name}", f"{name} 的用途"))
    return found


def _finding(document: Mapping[str, Any], code: Code, quote: str, sentence: Words) -> Finding:
    destinations = [
        f"data.destinations[{index}].purpose" for index, _ in enumerate(items(document, "data.destinations"))
    ]
    return Finding(CHECK, code, (CAUSE, "licence.outbound.data", *destinations), CAUSE, quote, sentence)
