"""The one page that connects events of lower rooms to listeners in upper rooms. Order matters: top to bottom."""

from django.utils.translation import gettext_lazy as _

from portal.core import events
from portal.core.access import check, conditions
from portal.core.workflow import registry as workflow
from projects.members import listeners as members_listeners
from projects.members import presenters as members_presenters
from projects.members import queries as members
from projects.project import policies as project_policies
from projects.project import presenters as project_presenters
from projects.project.states import MOVES as PROJECT_MOVES
from projects.rubric import presenters as rubric_presenters
from projects.terms import listeners as terms_listeners
from projects.terms import policies as terms_policies
from projects.terms import presenters as terms_presenters

# Importing a room's presenters registers its kinds of record entries.
PRESENTERS = (project_presenters, rubric_presenters, terms_presenters, members_presenters)

GATES = {
    events.RecruitingOpened: [terms_listeners.refuse_unready],
}
WITHS = {
    events.TermsPublished: [members_listeners.grant_founding],
}


def connect() -> None:
    events.connect(gates=GATES, withs=WITHS, afters={})
    workflow.register("project", PROJECT_MOVES)
    check.provide_powers(members.powers)
    check.provide_holder("member", lambda actor, project, obj: members.is_member(project, actor))
    check.provide_holder("founder", project_policies.is_founder)
    conditions.register_condition(
        "project_recruiting", project_policies.project_recruiting, _("while the project is recruiting")
    )
    conditions.register_condition(
        "accepted_current", terms_policies.accepted_current, _("after accepting the terms in force")
    )
