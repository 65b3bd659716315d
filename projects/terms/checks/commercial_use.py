"""``commercial-use``: commercial use is settled and agrees with the licence. Publishing is refused while it flags."""

from __future__ import annotations

from licensing.vocabulary.purposes import allows_commerce
from licensing.vocabulary.spdx import LicenceError, parse_expression
from projects.terms.checks.finding import parts
from projects.terms.checks.names import recipient
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words

CAUSE = "licence.commercial_use"
_ANSWERS = {
    "yes": Words("allowed", "允许"),
    "no": Words("not allowed", "不允许"),
    "ask": Words("on request", "须征求同意"),
}


def commercial_use(w: Weighing) -> None:
    """A no, or an only on request, contradicts a licence or a destination that allows commercial use freely."""
    said = w.at(CAUSE)
    allowing = _allowing(w)
    if said is None:
        return w.open(CAUSE)
    if said != "yes" and allowing:
        return w.flag(CAUSE, licence=parts(allowing))
    if said == "none":
        return w.flag(CAUSE, say=1)
    return w.fair(CAUSE, parts=_ANSWERS[said])


def _allowing(w: Weighing) -> list[Words]:
    """The licence of the data and every recipient under which commercial use is free."""
    found: list[Words] = []
    data = w.at("licence.outbound.data")
    try:
        if isinstance(data, str) and data != "none" and allows_commerce(parse_expression(data)):
            found.append(Words(data, data))
    except LicenceError:
        pass
    for path, item in w.rows("data.destinations"):
        if w.at(f"{path}.commercial") == "yes":
            named = recipient(item)
            found.append(Words(f"{named.en} (commercial use allowed)", f"{named.zh}（可作商业使用）"))
    return found
