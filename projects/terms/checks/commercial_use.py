"""``commercial-use``: commercial use is settled and agrees with the licence. Publishing is refused while it flags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from licensing.vocabulary.purposes import allows_commerce
from licensing.vocabulary.spdx import LicenceError, parse_expression
from projects.terms.checks.finding import Code, Finding
from projects.terms.document.field import Words
from projects.terms.document.walk import answer, items

CHECK = "commercial-use"
CAUSE = "licence.commercial_use"
_ANSWERS = {
    "yes": Words("allowed", "允许"),
    "no": Words("not allowed", "不允许"),
    "ask": Words("on request", "须征求同意"),
}


def commercial_use(document: Mapping[str, Any]) -> Finding:
    """A no, or an only on request, contradicts a licence or a destination that allows commercial use freely."""
    said = answer(document, CAUSE)
    if said is None:
        return _finding(
            document,
            "open",
            "",
            Words("Not stated: whether others may use the work commercially.", "未写明：他人能否商用。"),
        )
    allowing = _allowing(document)
    if said == "none" or (said != "yes" and allowing):
        quote = f"commercial_use: {said}"
        beside = (
            Words(", ".join(allowing), "、".join(allowing))
            if allowing
            else Words("no licence that settles it", "未作规定的许可")
        )
        return _finding(
            document,
            "flag",
            quote,
            Words(
                f"Reads two ways on commercial use: “{quote}” beside {beside.en}.",
                f"从条款看，商业使用有两种说法：“{quote}”与 {beside.zh}。",
            ),
        )
    word = _ANSWERS[said]
    return _finding(document, "fair", "", Words(f"Commercial use: {word.en}.", f"商业使用：{word.zh}。"))


def _allowing(document: Mapping[str, Any]) -> list[str]:
    """The licence of the data and every recipient under which commercial use is free."""
    found: list[str] = []
    data = answer(document, "licence.outbound.data")
    try:
        if isinstance(data, str) and data != "none" and allows_commerce(parse_expression(data)):
            found.append(data)
    except LicenceError:
        pass
    for item in items(document, "data.destinations"):
        if item.get("commercial") == "yes":
            found.append(f"{item.get('recipient', '?')} (commercial: yes)")
    return found


def _finding(document: Mapping[str, Any], code: Code, quote: str, sentence: Words) -> Finding:
    destinations = [
        f"data.destinations[{index}].commercial" for index, _ in enumerate(items(document, "data.destinations"))
    ]
    return Finding(CHECK, code, (CAUSE, "licence.outbound.data", *destinations), CAUSE, quote, sentence)
