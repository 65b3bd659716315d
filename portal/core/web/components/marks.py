"""Small marks: states, people, days, hashes, notices, empty places."""

import datetime as dt
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from portal.core.web import numbers
from portal.core.web.components.registry import component, kept

# state -> (tone of the badge, symbol). A state that is not listed is shown quietly.
STATES: dict[str, tuple[str, str]] = {
    "draft": ("quiet", "open"),
    "recruiting": ("live", "live"),
    "closed": ("quiet", "half"),
    "completed": ("quiet", "ended"),
    "archived": ("quiet", "ended"),
    "submitted": ("live", "half"),
    "in_review": ("live", "half"),
    "changes_requested": ("open", "revise"),
    "revise": ("open", "revise"),
    "accept": ("fair", "fair"),
    "accepted": ("fair", "fair"),
    "decline": ("flag", "declined"),
    "declined": ("flag", "declined"),
    "withdrawn": ("quiet", "dropped"),
    "not_reviewed": ("quiet", "dropped"),
    "under_correction": ("open", "contested"),
    "revoked": ("flag", "declined"),
    "offered": ("quiet", "open"),
    "agreed": ("live", "half"),
    "filed": ("fair", "fair"),
    "kept": ("fair", "half"),
    "stepped_down": ("quiet", "dropped"),
    "decided": ("fair", "fair"),
    "void": ("quiet", "dropped"),
    "open": ("open", "open"),
    "done": ("fair", "fair"),
    "contested": ("flag", "contested"),
    "settled": ("fair", "fair"),
    "dropped": ("quiet", "dropped"),
    "correcting": ("open", "revise"),
    "to_decide": ("open", "half"),
    "no_defect": ("fair", "fair"),
    "not_yet": ("open", "revise"),
    "taken_up": ("fair", "fair"),
    "begun": ("fair", "fair"),
    "corrected": ("fair", "fair"),
    # The lock of an author list.
    "list_open": ("live", "half"),
    "list_order_only": ("quiet", "half"),
    "list_closed": ("quiet", "ended"),
    "published": ("fair", "fair"),
    "in_force": ("fair", "fair"),
    "late": ("flag", "clock"),
    "held_out": ("quiet", "lock"),
    "confirmed": ("fair", "fair"),
    "unconfirmed": ("open", "open"),
    "planned": ("quiet", "open"),
    "fair": ("fair", "fair"),
    "flag": ("flag", "flag"),
    "not_stated": ("open", "open"),
}
NOTICE_ICONS = {"": "info", "accent": "turn", "fair": "fair", "open": "clock", "flag": "error"}


@kept
def status(*, state: str, label: object) -> dict[str, Any]:
    tone, symbol = STATES.get(str(state), ("quiet", "half"))
    return {"tone": tone, "icon": symbol, "label": label}


@component
def notice(*, body: object, tone: str = "", role: str = "") -> dict[str, Any]:
    """`tone` is "", accent, fair, open or flag; `role` "status" or "alert" where it answers an act."""
    return {"body": body, "tone": tone, "role": role, "icon": NOTICE_ICONS[tone]}


@component
def empty(*, title: object, text: object = "", href: str = "", action: object = "", level: int = 0) -> dict[str, Any]:
    """What goes here and the next step. `href` and `action` stand or fall together.

    The title is a heading only where `level` says which; elsewhere the page's own heading stands above it.
    """
    return {"title": title, "text": text, "href": href, "action": action, "tag": f"h{level}" if level else "p"}


@component
def person(*, subject: Any, note: object = "", link: bool = True) -> dict[str, Any]:
    """`subject` needs its `profile` loaded; the name of somebody erased is never shown.

    Where a name looks like another one here, `subject.told_apart` says who this is (`portal.people.alike`).
    """
    profile = getattr(subject, "profile", None)
    if profile is None or profile.erased_at is not None:
        return {"name": _("Withdrawn contributor"), "native": "", "handle": "", "erased": True, "note": note}
    return {
        "name": profile.printed_name,
        "native": profile.native_shown,
        "apart": getattr(subject, "told_apart", ""),
        "handle": subject.handle if link else "",
        "erased": False,
        "note": note,
    }


@component
def points(*, value: Fraction) -> dict[str, Any]:
    return {"words": numbers.points(Fraction(value))}


@component
def day(*, value: dt.datetime | dt.date) -> dict[str, Any]:
    return {"value": value}


@component
def hash(*, value: str) -> dict[str, Any]:
    return {"value": value}


@component
def blocked(*, label: object, why: object, id: str) -> dict[str, Any]:
    """A button that cannot be used now, with the sentence that says why."""
    return {"label": label, "why": why, "id": id}
