from django.urls import path

from projects.proposals.views import reading, writing

_ALL = "projects/<slug:slug>/proposals/"
_ONE = _ALL + "<slug:public_id>/"

urlpatterns = [
    path(_ALL, reading.proposal_list, name="proposal_list"),
    path(f"{_ALL}new/", writing.proposal_new, name="proposal_new"),
    path(_ONE, reading.proposal_page, name="proposal_page"),
    path(f"{_ONE}draft/", writing.proposal_draft, name="proposal_draft"),
    path(f"{_ONE}draft/beside/", writing.proposal_draft_beside, name="proposal_draft_beside"),
    path(f"{_ONE}send/", writing.proposal_send, name="proposal_send"),
    path(f"{_ONE}answer/", reading.proposal_answer, name="proposal_answer"),
    path(f"{_ONE}withdraw/", writing.proposal_withdraw, name="proposal_withdraw"),
    path(f"{_ONE}task/", writing.proposal_task, name="proposal_task"),
]
