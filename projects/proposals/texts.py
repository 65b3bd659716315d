"""What a proposer and those who answer type, as it is kept: cleaned, bounded, refused with the field and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.errors import Refused
from portal.core.text.input import clean_text
from projects.project.models import Project
from projects.proposals.models import Proposal
from projects.reviews import meaning
from projects.reviews import texts as reviews
from projects.rubric import queries as rubric
from projects.rubric.criteria import short
from projects.runs.cleaning import FAILURES
from projects.tasks import texts as tasks

FIELDS = ("title", "tags", "outline", "expert", "failures", "sources")
NAMES = {
    "title": tasks.NAMES["title"],
    "tags": tasks.NAMES["tags"],
    "outline": gettext_lazy("Outline"),
    "expert": gettext_lazy("Why an expert is needed"),
    "failures": gettext_lazy("Where a model fails"),
    "sources": gettext_lazy("Links or sources"),
}
# A few sentences: whoever writes more writes the task already.
MOST_BYTES = {"outline": 4_000, "expert": 2_000, "sources": 2_000}
SCOPE = "scope"


def cleaned(given: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a proposal, complete or not. Refused with every reason."""
    reasons: list[object] = []
    kept: dict[str, Any] = {}
    try:
        kept = tasks.cleaned(title=given.get("title", ""), tags=given.get("tags", ()))
    except Refused as refused:
        reasons += refused.reasons
    for name, most in MOST_BYTES.items():
        try:
            kept[name] = clean_text(given.get(name, ""), max_bytes=most, multiline=True)
        except Refused as refused:
            reasons += [_("%(field)s: %(reason)s") % {"field": NAMES[name], "reason": one} for one in refused.reasons]
    chosen = list(given.get("failures", ()))
    if unknown := [one for one in chosen if one not in FAILURES]:
        reasons.append(
            _("%(field)s: there is no “%(kind)s”.") % {"field": NAMES["failures"], "kind": str(unknown[0])[:40]}
        )
    kept["failures"] = [kind for kind in FAILURES if kind in chosen]
    if reasons:
        raise Refused(*reasons, code="invalid")
    return kept


def missing(proposal: Proposal) -> list[str]:
    """What keeps the saved proposal from being sent in."""
    found = []
    for name in ("outline", "expert"):
        if meaning.why_too_little(getattr(proposal, name)):
            found.append(
                _("%(field)s: say it in a few sentences, at least %(least)s characters.")
                % {"field": NAMES[name], "least": meaning.REASONS}
            )
    if not proposal.failures:
        found.append(_("%(field)s: choose at least one.") % {"field": NAMES["failures"]})
    return found


def grounds(project: Project) -> list[dict[str, str]]:
    """Why a proposal may be answered with no: the scope, and each criterion of the published rubric."""
    version = rubric.latest(project)
    rows = version.criteria if version else []
    scope = {"id": SCOPE, "short": _("Outside the scope: what the project says it measures")}
    return [scope, *({"id": row["id"], "short": short(row)} for row in rows)]


def reasons(text: object, *, name: object) -> str:
    return reviews.reasons(str(text or ""), name=name, most=8_000)


def note(text: object) -> str:
    """What is said along with *go on*: nothing need be."""
    return clean_text(str(text or ""), max_bytes=8_000, multiline=True)
