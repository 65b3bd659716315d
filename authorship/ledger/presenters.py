"""How credit reads in the record. Imported by the wiring."""

from django.utils.translation import gettext as _

from portal.core.record.kinds import Values, register
from portal.core.text.series import series


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
    originals = series(str(entry["reverses"]) for entry in entries)
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


def _proposed(values: Values) -> str:
    if values["act"] == "post_again":
        return _("%(actor)s proposed to post entry %(seq)s of the ledger again.") % dict(values)
    return _("%(actor)s proposed to take back entry %(seq)s of the ledger.") % dict(values)


def _confirmed(values: Values) -> str:
    if values["act"] == "post_again":
        text = _(
            "%(actor)s confirmed that entry %(seq)s is posted again, as entry %(made)s. Proposed by %(proposed_by)s."
        )
    else:
        text = _(
            "%(actor)s confirmed that entry %(seq)s is taken back, by entry %(made)s. Proposed by %(proposed_by)s."
        )
    return text % dict(values)


def _dropped(values: Values) -> str:
    if "cause" in values:
        return _("With its task, the proposed correction of entry %(seq)s of the ledger ended.") % dict(values)
    return _("%(actor)s decided that entry %(seq)s of the ledger stays as it is.") % dict(values)


register("CreditPosted", _posted, ("entries",))
register("CreditReversed", _reversed, ("entries",))
register("ChoiceMade", _choice, ("seq", "subject", "choice", "hash"))
register("CorrectionProposed", _proposed, ("correction", "seq", "subject", "act"), texts=("reason",))
register("CorrectionConfirmed", _confirmed, ("correction", "seq", "subject", "act", "proposed_by", "made"))
register("CorrectionDropped", _dropped, ("correction", "seq", "subject", "act", "proposed_by"), optional=("cause",))
