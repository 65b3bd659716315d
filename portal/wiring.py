"""The one page that connects events of lower rooms to listeners in upper rooms. Order matters: top to bottom."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from authorship.imports import presenters as imports_presenters
from authorship.ledger import listeners as ledger_listeners
from authorship.ledger import policies as ledger_policies
from authorship.ledger import presenters as ledger_presenters
from authorship.ledger import queries as ledger
from authorship.ledger import verify as ledger_verify
from authorship.ledger.states import MOVES as CORRECTION_MOVES
from authorship.lists import listeners as lists_listeners
from authorship.lists import panels as lists_panels
from authorship.lists import presenters as lists_presenters
from authorship.lists import roles as lists_roles
from authorship.lists import verify as lists_verify
from portal.core import events
from portal.core.access import check, conditions
from portal.core.append_only import triggers
from portal.core.record import verifiers, verify
from portal.core.web import panels
from portal.core.workflow import registry as workflow
from projects.members import criteria
from projects.members import listeners as members_listeners
from projects.members import panels as members_panels
from projects.members import presenters as members_presenters
from projects.members import queries as members
from projects.members import verify as members_verify
from projects.project import panels as project_panels
from projects.project import policies as project_policies
from projects.project import presenters as project_presenters
from projects.project.models import Project
from projects.project.states import MOVES as PROJECT_MOVES
from projects.reviews import listeners as reviews_listeners
from projects.reviews import panels as reviews_panels
from projects.reviews import policies as reviews_policies
from projects.reviews import presenters as reviews_presenters
from projects.reviews.states import ASSIGNMENT_MOVES, REQUEST_MOVES, ROUND_MOVES
from projects.rubric import presenters as rubric_presenters
from projects.rubric import verify as rubric_verify
from projects.tasks import policies as tasks_policies
from projects.tasks import presenters as tasks_presenters
from projects.tasks import verify as tasks_verify
from projects.tasks.states import MOVES as TASK_MOVES
from projects.terms import listeners as terms_listeners
from projects.terms import panels as terms_panels
from projects.terms import policies as terms_policies
from projects.terms import presenters as terms_presenters
from projects.terms import verify as terms_verify

Listeners = dict[type[events.Event], list[events.Listener]]

# Importing a room's presenters registers its kinds of record entries.
PRESENTERS = (
    project_presenters,
    rubric_presenters,
    terms_presenters,
    members_presenters,
    tasks_presenters,
    reviews_presenters,
    ledger_presenters,
    lists_presenters,
    imports_presenters,
)

GATES: Listeners = {
    events.RecruitingOpened: [terms_listeners.refuse_unready],
    events.RevisionSubmitted: [reviews_listeners.refuse_unanswered],
}
WITHS: Listeners = {
    events.TermsPublished: [members_listeners.grant_founding, lists_listeners.create_outputs],
    events.RevisionSubmitted: [reviews_listeners.open_rounds],
    events.TaskWithdrawn: [reviews_listeners.end_rounds, ledger_listeners.task_withdrawn],
    events.TaskDecided: [ledger_listeners.post_task, ledger_listeners.post_reviews],
    events.TaskRevoked: [ledger_listeners.take_back],
}
# Whatever a list or a role by rule may rest on.
AFTERS: Listeners = {
    events.TermsPublished: [lists_listeners.want_recompute],
    events.TermsAccepted: [lists_listeners.want_recompute],
    events.RoleGranted: [lists_listeners.want_recompute],
    events.RoleEnded: [lists_listeners.want_recompute],
    events.CreditPosted: [lists_listeners.want_recompute],
    events.ChoiceMade: [lists_listeners.want_recompute],
}


def _projects(slug: str | None) -> Iterable[Project]:
    return Project.objects.filter(slug=slug) if slug else Project.objects.order_by("slug")


def connect() -> None:
    events.connect(gates=GATES, withs=WITHS, afters=AFTERS)
    panels.register("project_facts", terms_panels.facts, members_panels.facts)
    panels.register("project_act", members_panels.act)
    panels.register(
        "project",
        terms_panels.preparing,
        terms_panels.strip,
        lists_panels.project,
        members_panels.next_steps,
        members_panels.runs_it,
        project_panels.lately,
        project_panels.close,
    )
    panels.register("task_draft", reviews_panels.requests_to_answer)
    panels.register("person", lists_panels.person)
    verifiers.provide_projects(_projects)
    verifiers.register_site("protection", triggers.missing)
    verifiers.register_project("record", verify.verify_chain)
    verifiers.register_project("terms", terms_verify.verify_terms)
    verifiers.register_project("acceptances", terms_verify.verify_acceptances)
    verifiers.register_project("rubrics", rubric_verify.verify_rubrics)
    verifiers.register_project("roles", members_verify.verify_roles)
    verifiers.register_project("memberships", members_verify.verify_memberships)
    verifiers.register_project("revisions", tasks_verify.verify_revisions)
    verifiers.register_project("tasks", tasks_verify.verify_tasks)
    verifiers.register_project("ledger", ledger_verify.verify_chain)
    verifiers.register_project("ledger on the record", ledger_verify.verify_told)
    verifiers.register_project("amounts", ledger_verify.verify_amounts)
    verifiers.register_project("choices", ledger_verify.verify_choices)
    verifiers.register_project("lists", lists_verify.verify_lists)
    workflow.register("project", PROJECT_MOVES)
    workflow.register("task", TASK_MOVES)
    workflow.register("round", ROUND_MOVES)
    workflow.register("review", ASSIGNMENT_MOVES)
    workflow.register("change request", REQUEST_MOVES)
    workflow.register("credit correction", CORRECTION_MOVES)
    ledger_policies.register()
    tasks_policies.register()
    reviews_policies.register()
    check.provide_powers(members.powers)
    criteria.provide(lists_roles.meets)
    check.provide_holder("member", lambda actor, project, obj: members.is_member(project, actor))
    check.provide_holder("credited", lambda actor, project, obj: ledger.is_credited(project, actor.id))
    check.provide_holder("founder", project_policies.is_founder)
    conditions.register_condition(
        "project_recruiting", project_policies.project_recruiting, _("while the project is recruiting")
    )
    conditions.register_condition(
        "accepted_current", terms_policies.accepted_current, _("after accepting the terms in force")
    )
