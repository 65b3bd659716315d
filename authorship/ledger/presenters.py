"""How credit reads in the record. Imported by the wiring."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.record.kinds import Values, register


def _posted(values: Values) -> str:
    entries = _entries(values)
    # Two sentences and no plural form: a language without plurals needs both as well.
    if len(entries) == 1:
        text = _("Credit was posted: entry %(first)s of the ledger.")
    else:
        text = _("Credit was posted: entries %(first)s to %(last)s of the ledger.")
    return text % {"first": entries[0]["seq"], "last": entries[-1]["seq"]}


def _reversed(values: Values) -> str:
    entries = _entries(values)
    originals = ", ".join(str(entry["reverses"]) for entry in entries)
    if len(entries) == 1:
        text = _("Credit was taken back: entry %(originals)s of the ledger, by entry %(first)s.")
    else:
        text = _("Credit was taken back: entries %(originals)s of the ledger, by entries %(first)s to %(last)s.")
    return text % {"originals": originals, "first": entries[0]["seq"], "last": entries[-1]["seq"]}


def _entries(values: Values) -> list[dict[str, object]]:
    entries = values["entries"]
    return entries if isinstance(entries, list) else []


def _choice(values: Values) -> str:
    if values["choice"] == "acknowledged":
        return _("%(actor)s chose to be named in the acknowledgements. The points stay.") % dict(values)
    return _("%(actor)s chose to be an author.") % dict(values)


register("CreditPosted", _posted, ("entries",))
register("CreditReversed", _reversed, ("entries",))
register("ChoiceMade", _choice, ("seq", "subject", "choice", "hash"))
register(
    "CorrectionProposed",
    gettext_lazy("%(actor)s proposed to take back entry %(seq)s of the ledger."),
    ("seq", "subject"),
    texts=("reason",),
)
register(
    "CorrectionConfirmed",
    gettext_lazy("%(actor)s confirmed that entry %(seq)s is taken back; it was proposed by %(proposed_by)s."),
    ("seq", "subject", "proposed_by", "reversal"),
)
register(
    "CorrectionDropped",
    gettext_lazy("%(actor)s decided that entry %(seq)s of the ledger stands."),
    ("seq", "subject", "proposed_by"),
)
