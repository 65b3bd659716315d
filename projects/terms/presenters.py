"""How the record tells of the terms."""

from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds

kinds.register(
    "TermsPublished",
    _("%(actor)s published version %(version)s of the terms, in force from %(in_force)s."),
    ("version", "hash", "in_force"),
)
kinds.register("TermsAccepted", _("%(actor)s accepted version %(version)s of the terms."), ("version", "hash"))
