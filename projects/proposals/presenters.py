"""How the record tells of proposals: by number, without a title and without the name of who proposed."""

from collections.abc import Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds
from projects.proposals.states import ProposalAnswerKind


def _sent(values: Mapping[str, object]) -> object:
    again = values["text"] != 1
    sentence = (
        _("Proposal {proposal} was sent in again; an answer is due by {due}.")
        if again
        else _("A member proposed a task, as proposal {proposal}; an answer is due by {due}.")
    )
    return format_lazy(sentence, proposal=values["proposal"], due=values["due"])


def _answered(values: Mapping[str, object]) -> object:
    sentence = {
        ProposalAnswerKind.GO_ON: _("{actor} answered proposal {proposal}: go on."),
        ProposalAnswerKind.NOT_YET: _("{actor} answered proposal {proposal}: not yet, with what would change it."),
        ProposalAnswerKind.NO: _("{actor} answered proposal {proposal}: no."),
    }[ProposalAnswerKind(str(values["answer"]))]
    return format_lazy(sentence, actor=values["actor"], proposal=values["proposal"])


kinds.register("ProposalSent", _sent, ("proposal", "text", "due"))
kinds.register("ProposalAnswered", _answered, ("proposal", "text", "answer"), optional=("ground",))
kinds.register("ProposalWithdrawn", _("Proposal %(proposal)s was withdrawn."), ("proposal",))
