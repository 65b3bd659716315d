"""The one page that connects events of lower rooms to listeners in upper rooms. Order matters: top to bottom."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from authorship.imports import presenters as imports_presenters
from authorship.ledger import kept as ledger_kept
from authorship.ledger import listeners as ledger_listeners
from authorship.ledger import policies as ledger_policies
from authorship.ledger import presenters as ledger_presenters
from authorship.ledger import queries as ledger
from authorship.ledger import verify as ledger_verify
from authorship.ledger.states import MOVES as CORRECTION_MOVES
from authorship.lists import choosing as lists_choosing
from authorship.lists import kept as lists_kept
from authorship.lists import leaving as lists_leaving
from authorship.lists import listeners as lists_listeners
from authorship.lists import organizations as lists_people
from authorship.lists import panels as lists_panels
from authorship.lists import presenters as lists_presenters
from authorship.lists import roles as lists_roles
from authorship.lists import storage as lists_storage
from authorship.lists import verify as lists_verify
from authorship.lists import verify_locks as lists_locks
from authorship.lists.states import MOVES as LIST_MOVES
from portal.api import erasing as api_erasing
from portal.api import kept as api_kept
from portal.api import tokens
from portal.core import events
from portal.core.access import check, conditions
from portal.core.append_only import triggers
from portal.core.record import verifiers, verify
from portal.core.web import labels, panels
from portal.core.workflow import registry as workflow
from portal.notices import erasing as notices_erasing
from portal.notices import inbox
from portal.notices import kept as notices_kept
from portal.people import backend, download
from portal.people import erasing as people_erasing
from portal.people import kept as people_kept
from portal.people import policies as people_policies
from portal.people.models import Subject
from projects.members import criteria
from projects.members import kept as members_kept
from projects.members import listeners as members_listeners
from projects.members import panels as members_panels
from projects.members import person as members_person
from projects.members import policies as members_policies
from projects.members import presenters as members_presenters
from projects.members import queries as members
from projects.members import verify as members_verify
from projects.overlaps import erasing as overlaps_erasing
from projects.overlaps import kept as overlaps_kept
from projects.overlaps import panels as overlaps_panels
from projects.overlaps import policies as overlaps_policies
from projects.overlaps import prints as overlaps_prints
from projects.project import api as projects_api
from projects.project import forms as project_forms
from projects.project import panels as project_panels
from projects.project import policies as project_policies
from projects.project import presenters as project_presenters
from projects.project import queries as projects
from projects.project.models import Project
from projects.project.states import MOVES as PROJECT_MOVES
from projects.proposals import erasing as proposals_erasing
from projects.proposals import forms as proposals_forms
from projects.proposals import kept as proposals_kept
from projects.proposals import panels as proposals_panels
from projects.proposals import policies as proposals_policies
from projects.proposals import presenters as proposals_presenters
from projects.proposals import verify as proposals_verify
from projects.proposals.states import MOVES as PROPOSAL_MOVES
from projects.reports import figures as reports_figures
from projects.reports import kept as reports_kept
from projects.reports import listeners as reports_listeners
from projects.reports import panels as reports_panels
from projects.reports import policies as reports_policies
from projects.reports import presenters as reports_presenters
from projects.reports import queries as reports
from projects.reports import verify as reports_verify
from projects.reports.states import MOVES as REPORT_MOVES
from projects.reviews import approval_notices
from projects.reviews import erasing as reviews_erasing
from projects.reviews import kept as reviews_kept
from projects.reviews import listeners as reviews_listeners
from projects.reviews import panels as reviews_panels
from projects.reviews import person as reviews_person
from projects.reviews import policies as reviews_policies
from projects.reviews import presenters as reviews_presenters
from projects.reviews import queries as reviews
from projects.reviews import telling as reviews_telling
from projects.reviews.states import ASSIGNMENT_MOVES, REQUEST_MOVES, ROUND_MOVES
from projects.rubric import presenters as rubric_presenters
from projects.rubric import verify as rubric_verify
from projects.runs import kept as runs_kept
from projects.runs import listeners as runs_listeners
from projects.runs import panels as runs_panels
from projects.runs import policies as runs_policies
from projects.runs import presenters as runs_presenters
from projects.runs import verify as runs_verify
from projects.tasks import erasing as tasks_erasing
from projects.tasks import forms as tasks_forms
from projects.tasks import kept as tasks_kept
from projects.tasks import panels as tasks_panels
from projects.tasks import policies as tasks_policies
from projects.tasks import presenters as tasks_presenters
from projects.tasks import verify as tasks_verify
from projects.tasks.states import MOVES as TASK_MOVES
from projects.terms import card_panel as terms_card_panel
from projects.terms import erasing as terms_erasing
from projects.terms import holding as terms_holding
from projects.terms import kept as terms_kept
from projects.terms import listeners as terms_listeners
from projects.terms import naming as terms_naming
from projects.terms import panels as terms_panels
from projects.terms import policies as terms_policies
from projects.terms import presenters as terms_presenters
from projects.terms import readings as terms_readings
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
    reports_presenters,
    runs_presenters,
    proposals_presenters,
    ledger_presenters,
    lists_presenters,
    imports_presenters,
)

GATES: Listeners = {
    events.RecruitingOpened: [terms_listeners.refuse_unready],
    events.RevisionSubmitted: [reviews_listeners.refuse_unanswered],
}
WITHS: Listeners = {
    events.TermsPublished: [
        terms_listeners.keep_readings,
        members_listeners.grant_founding,
        lists_listeners.create_outputs,
        terms_listeners.note_facts,
    ],
    events.RevisionSubmitted: [
        reviews_listeners.open_rounds,
        reviews_telling.revision_in,
        approval_notices.kept,
        runs_listeners.tell_of_drafts,
        overlaps_prints.note_submitted,
    ],
    events.CorrectionSubmitted: [reports_listeners.correction_in, runs_listeners.tell_of_drafts],
    events.RevisionStands: [overlaps_prints.note_submitted],
    events.TaskWithdrawn: [
        reviews_listeners.end_rounds,
        reports_listeners.end_case,
        reviews_telling.withdrawn,
        ledger_listeners.task_withdrawn,
    ],
    events.TaskDecided: [ledger_listeners.post_task, ledger_listeners.post_reviews, reviews_telling.decided],
    events.TaskRevoked: [ledger_listeners.take_back],
    events.MemberLeft: [reviews_listeners.step_down],
    events.PersonErased: [
        api_erasing.forget,
        notices_erasing.forget,
        terms_erasing.forget,
        tasks_erasing.forget,
        proposals_erasing.forget,
        reviews_erasing.forget,
        overlaps_erasing.forget,
        lists_listeners.forget,
    ],
}
# Whatever a list or a role by rule may rest on.
AFTERS: Listeners = {
    events.TermsPublished: [lists_listeners.want_recompute],
    events.TermsAccepted: [lists_listeners.want_recompute],
    events.MemberJoined: [lists_listeners.want_recompute],
    events.MemberLeft: [lists_listeners.want_recompute],
    events.RoleGranted: [lists_listeners.want_recompute],
    events.RoleEnded: [lists_listeners.want_recompute],
    events.CreditPosted: [lists_listeners.want_recompute],
    events.ChoiceMade: [lists_listeners.want_recompute],
    events.PersonErased: [lists_listeners.want_recompute_everywhere],
}


def _projects(slug: str | None) -> Iterable[Project]:
    return Project.objects.filter(slug=slug) if slug else Project.objects.order_by("slug")


def _token_places(subject: Subject) -> Iterable[tokens.Place]:
    return [tokens.Place(one.public_id, one.slug, one.title) for one in projects.of(subject)]


def connect() -> None:
    events.connect(gates=GATES, withs=WITHS, afters=AFTERS)
    panels.register("project_facts", terms_panels.facts, members_panels.facts, reports_panels.facts)
    panels.register("project_act", members_panels.act)
    panels.register(
        "project",
        members_panels.missing,
        members_panels.short,
        terms_panels.agreement,
        terms_panels.preparing,
        terms_panels.strip,
        terms_card_panel.card,
        lists_panels.project,
        reviews_panels.days_moved,
        members_panels.next_steps,
        members_panels.runs_it,
        project_panels.lately,
        project_panels.close,
    )
    panels.register("leaving_ends", reviews_panels.ends)
    panels.register("leaving_stays", tasks_panels.stays, lists_leaving.stays)
    panels.register("credit_choice", lists_choosing.locked)
    panels.register("project_people", lists_people.organizations)
    panels.register("task", reports_panels.task, proposals_panels.of_task)
    panels.register("task_list", proposals_panels.of_list)
    panels.register("review_queue", proposals_panels.waiting)
    panels.register(
        "task_draft",
        proposals_panels.of_draft,
        reports_panels.to_correct,
        reviews_panels.requests_to_answer,
        runs_panels.of_draft,
        overlaps_panels.of_draft,
    )
    panels.register("task_page", runs_panels.of_task, overlaps_panels.of_task)
    panels.register("review_form", overlaps_panels.of_review)
    panels.register("person", members_person.person, lists_panels.person)
    panels.register("account_leaving", members_person.still_in, reviews_person.open_work)
    labels.register("terms_step", terms_naming.field_label)
    labels.register("project_new", labels.of_form(project_forms.ProjectForm))
    labels.register("task_new", labels.of_form(tasks_forms.TitleForm))
    labels.register("task_draft", labels.of_form(tasks_forms.DraftForm))
    labels.register("proposal_new", labels.of_form(proposals_forms.ProposalForm))
    labels.register("proposal_draft", labels.of_form(proposals_forms.ProposalForm))
    download.provide(*people_kept.KEPT, *notices_kept.KEPT, *api_kept.KEPT)
    download.provide(*terms_kept.KEPT, *members_kept.KEPT, *reviews_kept.KEPT, *ledger_kept.KEPT, *lists_kept.KEPT)
    download.provide(*reports_kept.KEPT, *proposals_kept.KEPT)
    download.provide(*tasks_kept.KEPT, files=tasks_kept.files)
    download.provide(*runs_kept.KEPT, *overlaps_kept.KEPT)
    verifiers.provide_projects(_projects)
    tokens.provide_places(_token_places)
    verifiers.register_site("protection", triggers.missing)
    lists_storage.connect()
    verifiers.register_site("erasures", people_erasing.verify)
    verifiers.register_project("record", verify.verify_chain)
    verifiers.register_project("terms", terms_verify.verify_terms)
    verifiers.register_project("agreements", terms_verify.verify_agreements)
    verifiers.register_project("readings", terms_readings.verify_readings)
    verifiers.register_project("acceptances", terms_verify.verify_acceptances)
    verifiers.register_project("marks", terms_verify.verify_marks)
    verifiers.register_project("rubrics", rubric_verify.verify_rubrics)
    verifiers.register_project("roles", members_verify.verify_roles)
    verifiers.register_project("memberships", members_verify.verify_memberships)
    verifiers.register_project("revisions", tasks_verify.verify_revisions)
    verifiers.register_project("tasks", tasks_verify.verify_tasks)
    verifiers.register_project("names by choice", tasks_verify.verify_names)
    verifiers.register_project("reports", reports_verify.verify_reports)
    verifiers.register_project("proposals", proposals_verify.verify_proposals)
    verifiers.register_project("runs", runs_verify.verify_runs)
    verifiers.register_project("fingerprints", overlaps_prints.verify_prints)
    verifiers.register_project("ledger", ledger_verify.verify_chain)
    verifiers.register_project("ledger on the record", ledger_verify.verify_told)
    verifiers.register_project("amounts", ledger_verify.verify_amounts)
    verifiers.register_project("choices", ledger_verify.verify_choices)
    verifiers.register_project("lists", lists_verify.verify_lists)
    verifiers.register_project("locks", lists_locks.verify_locks)
    workflow.register("project", PROJECT_MOVES)
    workflow.register("task", TASK_MOVES)
    workflow.register("round", ROUND_MOVES)
    workflow.register("review", ASSIGNMENT_MOVES)
    workflow.register("change request", REQUEST_MOVES)
    workflow.register("proposal of a task", PROPOSAL_MOVES)
    workflow.register("report of a defect", REPORT_MOVES)
    workflow.register("credit correction", CORRECTION_MOVES)
    workflow.register("author list", LIST_MOVES)
    people_policies.register()
    members_policies.register()
    ledger_policies.register()
    tasks_policies.register()
    reviews_policies.register()
    reports_policies.register()
    proposals_policies.register()
    reviews.provide(reports.due)
    projects_api.provide_figures(reports_figures.of)
    runs_policies.register()
    overlaps_policies.register()
    backend.provide_unread(inbox.unread)
    check.provide_powers(members.powers)
    criteria.provide(lists_roles.meets)
    terms_holding.provide(members.working_people)
    check.provide_holder("member", lambda actor, project, obj: members.is_member(project, actor))
    check.provide_holder("credited", lambda actor, project, obj: ledger.is_credited(project, actor.id))
    check.provide_holder("founder", project_policies.is_founder)
    conditions.register_condition(
        "project_recruiting", project_policies.project_recruiting, _("while the project is recruiting")
    )
    conditions.register_condition(
        "accepted_current", terms_policies.accepted_current, _("after accepting the terms in force")
    )
    conditions.register_condition(
        "in_core_team", terms_policies.in_core_team, _("as a core member named in the terms in force")
    )
