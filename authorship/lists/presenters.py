"""How lists read in the record. Imported by the wiring."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from portal.core.record.kinds import Values, register

register(
    "ListPublished",
    _("The author list of %(output)s was computed: list %(generation)s, as of %(as_of)s."),
    ("output", "generation", "as_of", "ledger", "choices", "rules", "people", "result"),
)


def _locked(values: Values) -> object:
    if values["to"] == "closed":
        sentence = _("{actor} closed the author list of {output}: list {generation} is the last one.")
    else:
        sentence = _(
            "{actor} fixed who is on the author list of {output}, as of list {generation}. Its order may still change."
        )
    return format_lazy(sentence, **{name: values[name] for name in ("actor", "output", "generation")})


register("OutputLocked", _locked, ("output", "to", "generation", "result", "on"), texts=("reason",))
