"""Every address of the API, version 1. Rooms keep their own views."""

from django.urls import path

from authorship.ledger.api import AgainAct, ChoiceAct, CorrectAct, EntryApi, EntryListApi
from authorship.lists.api import GenerationApi, ListApi, LockAct, OutputListApi
from portal.api import security as _security  # noqa: F401  # names the ways of asking in the document
from portal.core.web.api.views import Nothing
from portal.people.api import PersonApi
from portal.site.api.schema import SchemaApi
from portal.site.record.api import CheckpointApi, RecordApi
from projects.catalogue.api import ProjectListApi
from projects.members.api import AppointAct, LeaveAct, MemberListApi, RoleListApi
from projects.overlaps.api import DraftOverlapsAct, OverlapsAct
from projects.project.api import CloseAct, ProjectApi, RecruitAct
from projects.project.inbox_api import InboxApi, InboxReadApi
from projects.proposals.api import (
    ProposalAnswerAct,
    ProposalApi,
    ProposalListApi,
    ProposalSendApi,
    ProposalTaskAct,
    ProposalWithdrawAct,
)
from projects.reports.api import ReportAct, ReportAnswerAct, ReportDecideAct, ReportListApi
from projects.reviews.api.acts import (
    AssignAct,
    ChairsAct,
    ClockAct,
    CorrectionAct,
    DecideAct,
    InterestsAct,
    ObjectAct,
    ReopenAct,
    RevealAct,
)
from projects.reviews.api.answering import AnswerApi, QueueApi
from projects.reviews.api.days import TimesApi
from projects.reviews.api.reading import CorrectionListApi, RequestApi, RequestListApi, ReviewListApi, RoundListApi
from projects.reviews.api.writing import AgreeApi, FileApi, PlaceApi, StepDownApi
from projects.rubric.api import PublishRubricAct, RubricApi, RubricListApi
from projects.runs.api import DraftRunListApi, DraftRunRetractionApi, RunListApi, RunRetractionApi
from projects.tasks.api.reading import RevisionApi, RevisionListApi, TaskApi, TaskListApi
from projects.tasks.api.writing import (
    ConfirmAct,
    DraftApi,
    DraftListApi,
    NamingAct,
    SharesAct,
    SubmitApi,
    WithdrawAct,
)
from projects.terms.api import AcceptAct, AgreeAct, CardApi, ContestAct, PublishAct, ReplyAct, TermsApi, TermsListApi

_PROJECT = "projects/<slug:slug>/"
_DRAFT = _PROJECT + "drafts/<slug:public_id>/"
_PROPOSAL = _PROJECT + "proposals/<slug:public_id>/"
_TASK = _PROJECT + "tasks/<int:number>/"
_ROUND = "<int:revision>/<slug:stage>/"
_PLACE = _PROJECT + "reviews/<int:number>/" + _ROUND

urlpatterns = [
    path("schema/", SchemaApi.as_view(), name="api_schema"),
    path("people/<str:handle>/", PersonApi.as_view(), name="api_person"),
    path("projects/", ProjectListApi.as_view(), name="api_projects"),
    path(_PROJECT, ProjectApi.as_view(), name="api_project"),
    path(_PROJECT + "recruit/", RecruitAct.as_view(), name="api_recruit"),
    path(_PROJECT + "close/", CloseAct.as_view(), name="api_close"),
    path(_PROJECT + "terms/", TermsListApi.as_view(), name="api_terms_list"),
    path(_PROJECT + "terms/agree/", AgreeAct.as_view(), name="api_terms_agree"),
    path(_PROJECT + "terms/publish/", PublishAct.as_view(), name="api_terms_publish"),
    path(_PROJECT + "terms/<int:number>/", TermsApi.as_view(), name="api_terms"),
    path(_PROJECT + "terms/<int:number>/card/", CardApi.as_view(), name="api_card"),
    path(_PROJECT + "terms/<int:number>/card/reply/", ReplyAct.as_view(), name="api_card_reply"),
    path(_PROJECT + "terms/<int:number>/card/contest/", ContestAct.as_view(), name="api_card_contest"),
    path(_PROJECT + "terms/<int:number>/accept/", AcceptAct.as_view(), name="api_terms_accept"),
    path(_PROJECT + "rubrics/", RubricListApi.as_view(), name="api_rubrics"),
    path(_PROJECT + "rubrics/publish/", PublishRubricAct.as_view(), name="api_rubric_publish"),
    path(_PROJECT + "rubrics/<int:number>/", RubricApi.as_view(), name="api_rubric"),
    path(_PROJECT + "members/", MemberListApi.as_view(), name="api_members"),
    path(_PROJECT + "members/leave/", LeaveAct.as_view(), name="api_leave"),
    path(_PROJECT + "roles/", RoleListApi.as_view(), name="api_roles"),
    path(_PROJECT + "roles/appoint/", AppointAct.as_view(), name="api_appoint"),
    path(_PROJECT + "drafts/", DraftListApi.as_view(), name="api_drafts"),
    path(_DRAFT, DraftApi.as_view(), name="api_draft"),
    path(_DRAFT + "submit/", SubmitApi.as_view(), name="api_submit"),
    path(_DRAFT + "shares/", SharesAct.as_view(), name="api_shares"),
    path(_DRAFT + "confirm/", ConfirmAct.as_view(), name="api_confirm"),
    path(_DRAFT + "runs/", DraftRunListApi.as_view(), name="api_draft_runs"),
    path(_DRAFT + "runs/<int:run>/retract/", DraftRunRetractionApi.as_view(), name="api_draft_run_retract"),
    path(_DRAFT + "overlaps/", DraftOverlapsAct.as_view(), name="api_draft_overlaps"),
    path(_PROJECT + "proposals/", ProposalListApi.as_view(), name="api_proposals"),
    path(_PROPOSAL, ProposalApi.as_view(), name="api_proposal"),
    path(_PROPOSAL + "send/", ProposalSendApi.as_view(), name="api_proposal_send"),
    path(_PROPOSAL + "answer/", ProposalAnswerAct.as_view(), name="api_proposal_answer"),
    path(_PROPOSAL + "withdraw/", ProposalWithdrawAct.as_view(), name="api_proposal_withdraw"),
    path(_PROPOSAL + "task/", ProposalTaskAct.as_view(), name="api_proposal_task"),
    path(_PROJECT + "tasks/", TaskListApi.as_view(), name="api_tasks"),
    path(_TASK, TaskApi.as_view(), name="api_task"),
    path(_TASK + "revisions/", RevisionListApi.as_view(), name="api_revisions"),
    path(_TASK + "revisions/<int:revision>/", RevisionApi.as_view(), name="api_revision"),
    path(_TASK + "rounds/", RoundListApi.as_view(), name="api_rounds"),
    path(_TASK + "rounds/" + _ROUND + "decide/", DecideAct.as_view(), name="api_decide"),
    path(_TASK + "reviews/", ReviewListApi.as_view(), name="api_reviews"),
    path(_TASK + "requests/", RequestListApi.as_view(), name="api_requests"),
    path(_TASK + "requests/<slug:name>/", RequestApi.as_view(), name="api_request"),
    path(_TASK + "requests/<slug:name>/answers/", AnswerApi.as_view(), name="api_answer"),
    path(_TASK + "corrections/", CorrectionListApi.as_view(), name="api_corrections"),
    path(_TASK + "correction/", CorrectionAct.as_view(), name="api_correction"),
    path(_TASK + "reports/", ReportListApi.as_view(), name="api_reports"),
    path(_TASK + "reports/new/", ReportAct.as_view(), name="api_report"),
    path(_TASK + "reports/answer/", ReportAnswerAct.as_view(), name="api_report_answer"),
    path(_TASK + "reports/decide/", ReportDecideAct.as_view(), name="api_report_decide"),
    path(_TASK + "reopen/", ReopenAct.as_view(), name="api_reopen"),
    path(_TASK + "object/", ObjectAct.as_view(), name="api_object"),
    path(_TASK + "assign/", AssignAct.as_view(), name="api_assign"),
    path(_TASK + "chairs/", ChairsAct.as_view(), name="api_chairs"),
    path(_TASK + "clock/", ClockAct.as_view(), name="api_clock"),
    path(_TASK + "interests/", InterestsAct.as_view(), name="api_interests"),
    path(_TASK + "times/", TimesApi.as_view(), name="api_times"),
    path(_TASK + "reviewers/", RevealAct.as_view(), name="api_reviewers"),
    path(_TASK + "naming/", NamingAct.as_view(), name="api_naming"),
    path(_TASK + "withdraw/", WithdrawAct.as_view(), name="api_withdraw"),
    path(_TASK + "overlaps/", OverlapsAct.as_view(), name="api_overlaps"),
    path(_TASK + "runs/", RunListApi.as_view(), name="api_runs"),
    path(_TASK + "runs/<int:run>/retract/", RunRetractionApi.as_view(), name="api_run_retract"),
    path(_PROJECT + "queue/", QueueApi.as_view(), name="api_queue"),
    path(_PROJECT + "inbox/", InboxApi.as_view(), name="api_inbox"),
    path(_PROJECT + "inbox/read/", InboxReadApi.as_view(), name="api_inbox_read"),
    path(_PLACE, PlaceApi.as_view(), name="api_review"),
    path(_PLACE + "agree/", AgreeApi.as_view(), name="api_review_agree"),
    path(_PLACE + "file/", FileApi.as_view(), name="api_review_file"),
    path(_PLACE + "step-down/", StepDownApi.as_view(), name="api_review_step_down"),
    path(_PROJECT + "entries/", EntryListApi.as_view(), name="api_entries"),
    path(_PROJECT + "entries/<int:seq>/", EntryApi.as_view(), name="api_entry"),
    path(_PROJECT + "entries/<int:seq>/correct/", CorrectAct.as_view(), name="api_correct"),
    path(_PROJECT + "entries/<int:seq>/again/", AgainAct.as_view(), name="api_again"),
    path(_PROJECT + "choice/", ChoiceAct.as_view(), name="api_choice"),
    path(_PROJECT + "lists/", OutputListApi.as_view(), name="api_lists"),
    path(_PROJECT + "lists/<str:output>/", ListApi.as_view(), name="api_list"),
    path(_PROJECT + "lists/<str:output>/lock/", LockAct.as_view(), name="api_lock"),
    path(_PROJECT + "lists/<str:output>/<int:generation>/", GenerationApi.as_view(), name="api_generation"),
    path(_PROJECT + "record/", RecordApi.as_view(), name="api_record"),
    path(_PROJECT + "record/checkpoints/", CheckpointApi.as_view(), name="api_checkpoints"),
    path("", Nothing.as_view()),
    path("<path:rest>", Nothing.as_view()),
]
