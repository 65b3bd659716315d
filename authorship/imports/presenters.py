"""How imports read in the record. Imported by the wiring."""

from django.utils.translation import gettext_lazy as _

from portal.core.record.kinds import register

register(
    "PeopleImported",
    _("%(rows)s people were imported from a file."),
    ("rows", "sha256"),
)
register(
    "CreditsImported",
    _("Work done before Concord was imported from a file: %(rows)s rows."),
    ("rows", "sha256"),
)
