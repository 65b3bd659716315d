"""How the record tells of members and roles."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds

REASONS: Mapping[str, object] = {
    "founding": _("founding role"),
    "open": _("open to every member"),
    "rule": _("by rule"),
    "appointed": _("by appointment"),
    "voted": _("by vote"),
    "imported": _("held before Concord"),
}


def _granted(values: Mapping[str, object]) -> object:
    reason = REASONS.get(str(values["reason"]), values["reason"])
    sentence = _("%(subject)s holds the role %(role)s from %(since)s: %(reason)s.")
    return str(sentence) % {**values, "reason": reason}


kinds.register(
    "MemberJoined", _("%(actor)s joined under version %(version)s of the terms."), ("version", "hash", "since")
)
kinds.register(
    "MemberLeft", _("%(actor)s left the project; %(until)s is the last day of membership."), ("since", "until")
)
kinds.register(
    "RoleEnded",
    _("%(subject)s no longer holds the role %(role)s; %(until)s is its last day."),
    ("subject", "role", "since", "until"),
)
kinds.register("RoleGranted", _granted, ("subject", "role", "reason", "version", "since"))
