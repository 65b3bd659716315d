"""After publication: what comes of the work, and under which licence it comes in and goes out."""

from __future__ import annotations

from licensing.vocabulary.licences import openness
from licensing.vocabulary.spdx import LicenceError, parse_expression
from projects.terms.checks.finding import parts
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words
from projects.terms.document.words import day

_OUTBOUND = "licence.outbound"
_PARTS = {"data": Words("data", "数据"), "code": Words("code", "代码"), "text": Words("text", "文本")}


def no_publication(w: Weighing) -> None:
    """Both clauses say what follows. Without authorship nothing depends on a publication."""
    nothing, abandoned = "returns.if_nothing_published", "returns.if_abandoned"
    if w.at(nothing) == "none" and w.at("authorship.eligibility") == "none":
        w.observe(nothing)
    else:
        unpublished = Words("what happens if nothing is published", "没有发表怎么办")
        _foreseen(w, nothing, "by", unpublished, Words("publishes nothing", "没有发表"))
    stopped = Words("what happens if the project is abandoned", "中途停办怎么办")
    _foreseen(w, abandoned, "after_days", stopped, Words("is abandoned", "中途停办"))
    by = str(w.at(f"{nothing}.by"))
    w.fair(f"{nothing}.then", date=Words(day(by, "en"), day(by, "zh")))


def _foreseen(w: Weighing, path: str, when: str, opened: Words, flagged: Words) -> None:
    clause, date, then = w.at(path), w.at(f"{path}.{when}"), w.at(f"{path}.then")
    if clause is None:
        w.open(path, opened)
    elif clause == "none":
        w.flag(path, parts=flagged)
    elif then == "none":
        w.flag(f"{path}.then", parts=flagged)
    elif then is None or date is None:
        w.open(f"{path}.{'then' if then is None else when}", opened)


def licence_outbound(w: Weighing) -> None:
    """Of ``A OR B`` the best counts, of ``A AND B`` the worst."""
    clause = w.at(_OUTBOUND)
    if clause is None:
        return w.open(_OUTBOUND, *_PARTS.values())
    if clause == "none":
        return w.flag(_OUTBOUND)
    stated: dict[str, list[Words]] = {}
    limited = False
    for part, named in _PARTS.items():
        path = f"{_OUTBOUND}.{part}"
        said = w.at(path)
        if said is None:
            w.open(path, named)
        elif said == "none" and part == "data":
            w.flag(path)
        else:
            offered = "limited" if said == "none" else offer(str(said))
            if offered == "closed":
                w.flag(path)
            limited = limited or offered == "limited"
            stated.setdefault(str(said), []).append(named)
    if limited:
        w.observe(_OUTBOUND, licence=_licences(stated))
    return w.fair(_OUTBOUND, licence=_licences(stated))


def _licences(stated: dict[str, list[Words]]) -> Words:
    """Each licence, with what stands under it where that is not all; then what has none."""
    found: list[Words] = []
    for licence, named in stated.items():
        of = parts(named)
        if len(stated) == 1:
            found.append(Words(licence, licence))
        elif licence != "none":
            found.append(Words(f"{licence} ({of.en})", f"{licence}（{of.zh}）"))
    said = parts(found)
    if "none" not in stated:
        return said
    of = parts(stated["none"])
    return Words(f"{said.en}; {of.en} not licensed to the public", f"{said.zh}；{of.zh}不向公众授权")


def offer(expression: str) -> str:
    """open, limited (non-commercial or no derivatives), or closed: not licensed to the public."""
    try:
        return openness(parse_expression(expression))
    except LicenceError:
        return "closed"


def licence_inbound(w: Weighing) -> None:
    for part, taking, flagged, opened in (
        (
            "exclusive",
            "yes",
            Words("an exclusive grant", "授权是独家的"),
            Words("whether the grant is exclusive", "授权是否独家"),
        ),
        (
            "ownership",
            "project",
            Words("ownership by the project", "作品归项目所有"),
            Words("who owns the work", "作品归谁所有"),
        ),
    ):
        path = f"licence.inbound.{part}"
        said = w.at(path)
        if said is None:
            w.open(path, opened)
        elif said == taking:
            w.flag(path, parts=flagged)
    w.fair("licence.inbound.ownership", say=1 if w.at("licence.inbound") == "none" else 0)
