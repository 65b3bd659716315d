"""How the record tells of the rubric."""

from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds

kinds.register(
    "RubricPublished",
    _("%(actor)s published version %(version)s of the rubric."),
    ("version", "hash", "criteria"),
)
