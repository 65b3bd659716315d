"""What erasing a person takes out of proposals: what nobody but them was ever shown. What was sent in stays."""

from portal.core.events import PersonErased
from projects.proposals.models import Proposal
from projects.proposals.states import WRITABLE
from projects.proposals.texts import FIELDS


def forget(event: PersonErased) -> None:
    """A draft that was never sent in is emptied; of one that was, the words written since go."""
    own = Proposal.objects.filter(proposer=event.subject)
    own.filter(number=None).update(title="", tags=[], outline="", expert="", failures=[], sources="")
    for proposal in own.filter(number__isnull=False, state__in=WRITABLE):
        last = proposal.texts.last()
        Proposal.objects.filter(pk=proposal.pk).update(**{name: getattr(last, name) for name in FIELDS})
