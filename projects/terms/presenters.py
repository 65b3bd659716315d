"""How the record tells of the terms."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds

kinds.register(
    "TermsPublished",
    _("%(actor)s published version %(version)s of the terms, in force from %(in_force)s."),
    ("version", "hash", "in_force"),
)
kinds.register(
    "TermsProposed",
    _("%(actor)s put version %(version)s of the terms before the core team."),
    ("version", "hash"),
)
kinds.register("TermsAgreed", _("%(actor)s agreed that version %(version)s is published."), ("version", "hash"))
kinds.register(
    "TermsDeclined",
    _("%(actor)s did not agree that version %(version)s is published."),
    ("version", "hash"),
    texts=("reason",),
)
kinds.register("TermsAccepted", _("%(actor)s accepted version %(version)s of the terms."), ("version", "hash"))
kinds.register(
    "MarkReplied",
    _("%(actor)s replied for the project to the mark “%(check)s” of the card of version %(version)s."),
    ("version", "check", "text"),
)
kinds.register(
    "MarkContested",
    _("%(actor)s contested how the mark “%(check)s” reads version %(version)s of the terms."),
    ("version", "check", "text"),
)


def _started(values: Mapping[str, object]) -> object:
    said = {
        "preset": _("%(actor)s started the draft of the terms from the preset “%(source)s”."),
        "terms": _("%(actor)s started the draft of the terms from the published terms %(source)s."),
    }
    return said.get(str(values["kind"]), _("%(actor)s started the draft of the terms from nothing.")) % values


kinds.register("TermsStarted", _started, ("kind", "source"))
