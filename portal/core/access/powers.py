"""The closed list of powers a role may hold (interfaces.md 6), and the other kinds of holder."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

POWERS: Mapping[str, Promise] = {
    "review": _("may be assigned to review and blind-solve stages"),
    "triage": _("answers proposals and sends back incomplete submissions"),
    "assign": _("assigns and replaces reviewers"),
    "decide": _("may be the lead of a stage"),
    "chair": _("sees everything of the tasks assigned to them, opens and closes rounds, extends clocks"),
    "award": _("confirms claims and judged entries"),
    "invite": _("invites members and appoints"),
    "amend": _("drafts and publishes terms and rubric"),
    "freeze": _("locks outputs"),
    "release": _("makes releases and hand-overs"),
    "pay": _("prepares payment statements"),
    "approve_pay": _("approves payment statements"),
    "hear_appeals": _("hears appeals"),
    "audit": _("opens what is hidden; each look is logged"),
}

# Holders that are no power. The wiring says who a member, an author and a founder is.
HOLDERS: Mapping[str, Promise] = {
    "anyone": _("Anyone"),
    "account": _("Anyone with an account"),
    "member": _("Members of the project"),
    "author": _("Contributors of the task"),
    "credited": _("Whoever has credit in the project"),
    "founder": _("The creator, until version 1 of the terms"),
}
