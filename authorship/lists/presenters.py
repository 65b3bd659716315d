"""How lists read in the record. Imported by the wiring."""

from django.utils.translation import gettext_lazy as _

from portal.core.record.kinds import register

register(
    "ListPublished",
    _("The author list of %(output)s was computed: list %(generation)s, as of %(as_of)s."),
    ("output", "generation", "as_of", "ledger", "choices", "rules", "people", "result"),
)
