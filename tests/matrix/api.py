"""Who gets what at every address of the API. Typed by hand; an address without a row fails the test.

A token acts as the person who made it, Ana, within its project. `elsewhere` is her token of another project: it reads
what a visitor reads and may nothing.
"""

from __future__ import annotations

from tests.matrix.pages import REASON
from tests.matrix.rules import AUDIT, EDITORS, EVERYBODY, MEMBERS, SEE_TASK_3, SIGNED_IN, WRITERS, Row, Rule, only

READERS = EVERYBODY | {"elsewhere"}
ACTORS = SIGNED_IN | {"token"}
_AS_ANA = frozenset({"token"})
HIDDEN = "404"
_PUBLIC = Rule(READERS)
NO_TO_ALL = Rule(READERS, got="405")
# Done by a person on a page, having read it: 403 with the page's address, whoever asks.
_PAGE = Rule(READERS, got="403")
# Whether there is such a thing for the reader is asked before what they may do with it, and before the method: a
# method that is refused to everybody is refused to those who see the thing, and to others there is no such thing.
# Where an address is for accounts, who has none is asked to sign in first, and a token of another project refused.
_NOT_EVEN_SIGN_IN = dict.fromkeys(("visitor", "closed"), HIDDEN)
_ELSEWHERE = {"elsewhere": "403"}
_PAGE_OF_DRAFT = Rule(WRITERS | _AS_ANA, got="403", others=HIDDEN, instead=_NOT_EVEN_SIGN_IN)
_NO_TO_SHARES = Rule(WRITERS | _AS_ANA, got="405", others=HIDDEN, instead=_NOT_EVEN_SIGN_IN)
_NO_TO_DRAFT = Rule(WRITERS | _AS_ANA, got="405", others=HIDDEN, instead=_ELSEWHERE)
_SEE_REQUEST = AUDIT | {"author", "asked"} | _AS_ANA
_NO_TO_REQUEST = Rule(_SEE_REQUEST, got="405", others=HIDDEN, instead=_NOT_EVEN_SIGN_IN)
# Whoever stepped down reads that they did, as on the page.
_SEE_REVIEW = only("reviewer", "asked", "stepped")
_NO_TO_REVIEW = Rule(_SEE_REVIEW, got="405", others=HIDDEN, instead=_ELSEWHERE)
_NO_TO_TASK_3 = Rule(SEE_TASK_3 | _AS_ANA, got="405", others=HIDDEN, instead=_NOT_EVEN_SIGN_IN)
# Those who write or review task 3.
_LOG = only("author", "reviewer", "asked", "token")
_RUN = {"model": "Kiln", "attempts": 20, "solved": 2, "ran_on": "2026-11-02"}
_TEXTS = {"title": "T", "tags": [], "statement": "S", "answer": "A", "verification": "V"}
_REVIEW = {"verdict": "accept", "text": REASON, "scores": {"sound": 4, "checked": 3}, "requests": []}

_SENT = {"public_id": "{proposal}"}
_SEE_PROPOSAL = EDITORS | AUDIT | {"author", "token"}
_NO_TO_PROPOSAL = Rule(_SEE_PROPOSAL, got="405", others=HIDDEN, instead=_ELSEWHERE)
_PROPOSAL = {"title": "T", "tags": [], "outline": "O", "expert": "E", "failures": [], "sources": ""}

API: dict[str, Row] = {
    **{
        name: Row(_PUBLIC, NO_TO_ALL, few=True)
        for name in [
            "api_schema",
            "api_projects",
            "api_project",
            "api_terms_list",
            "api_rubrics",
            "api_members",
            "api_roles",
            "api_entries",
            "api_lists",
            "api_record",
            "api_checkpoints",
        ]
    },
    "api_person": Row(_PUBLIC, NO_TO_ALL, {"handle": "ana"}, few=True),
    "api_terms": Row(_PUBLIC, NO_TO_ALL, {"number": 1}, few=True),
    "api_card": Row(_PUBLIC, NO_TO_ALL, {"number": 1}, few=True),
    "api_rubric": Row(_PUBLIC, NO_TO_ALL, {"number": 1}, few=True),
    "api_entry": Row(_PUBLIC, NO_TO_ALL, {"seq": 1}, few=True),
    "api_list": Row(_PUBLIC, NO_TO_ALL, {"output": "paper-1"}, few=True),
    "api_generation": Row(_PUBLIC, NO_TO_ALL, {"output": "paper-1", "generation": 1}, few=True),
    "api_tasks": Row(_PUBLIC, NO_TO_ALL),
    **{
        name: Row(_PUBLIC, NO_TO_ALL, {"number": 3})
        for name in [
            "api_task",
            "api_revisions",
            "api_rounds",
            "api_reviews",
            "api_requests",
            "api_corrections",
            "api_reports",
            "api_times",
        ]
    },
    "api_revision": Row(_PUBLIC, NO_TO_ALL, {"number": 3, "revision": 1}),
    "api_request": Row(
        Rule(_SEE_REQUEST, others=HIDDEN, instead=_NOT_EVEN_SIGN_IN),
        _NO_TO_REQUEST,
        {"number": 2, "name": "{request}"},
    ),
    # Acts that belong on a page
    **{
        name: Row(NO_TO_ALL, _PAGE, few=True)
        for name in [
            "api_recruit",
            "api_close",
            "api_terms_publish",
            "api_terms_agree",
            "api_rubric_publish",
            "api_appoint",
            "api_choice",
            "api_leave",
        ]
    },
    "api_lock": Row(NO_TO_ALL, _PAGE, {"output": "paper-1"}, few=True),
    "api_again": Row(NO_TO_ALL, _PAGE, {"seq": 1}, few=True),
    "api_card_reply": Row(NO_TO_ALL, _PAGE, {"number": 1}, few=True),
    "api_card_contest": Row(NO_TO_ALL, _PAGE, {"number": 1}, few=True),
    "api_terms_accept": Row(NO_TO_ALL, _PAGE, {"number": 1}, few=True),
    "api_correct": Row(NO_TO_ALL, _PAGE, {"seq": 1}, few=True),
    "api_assign": Row(NO_TO_ALL, _PAGE, {"number": 3}, few=True),
    "api_chairs": Row(NO_TO_ALL, _PAGE, {"number": 3}, few=True),
    "api_clock": Row(NO_TO_ALL, _PAGE, {"number": 3}, few=True),
    "api_interests": Row(NO_TO_ALL, _PAGE, {"number": 3}, few=True),
    "api_correction": Row(NO_TO_ALL, _PAGE, {"number": 1}, few=True),
    "api_report": Row(NO_TO_ALL, _PAGE, {"number": 1}, few=True),
    "api_report_answer": Row(NO_TO_ALL, _PAGE, {"number": 1}, few=True),
    "api_report_decide": Row(NO_TO_ALL, _PAGE, {"number": 1}, few=True),
    "api_reopen": Row(NO_TO_ALL, _PAGE, {"number": 6}, few=True),
    "api_object": Row(NO_TO_ALL, _PAGE, {"number": 7}, few=True),
    "api_reviewers": Row(NO_TO_ALL, _PAGE, {"number": 3}, few=True),
    "api_naming": Row(NO_TO_ALL, _PAGE, {"number": 1}, few=True),
    "api_withdraw": Row(NO_TO_ALL, _PAGE, {"number": 3}, few=True),
    "api_decide": Row(NO_TO_ALL, _PAGE, {"number": 4, "revision": 1, "stage": "final"}, few=True),
    "api_shares": Row(_NO_TO_SHARES, _PAGE_OF_DRAFT),
    "api_confirm": Row(_NO_TO_SHARES, _PAGE_OF_DRAFT),
    # Proposals of tasks
    "api_proposals": Row(Rule(READERS), Rule(MEMBERS | _AS_ANA, got="done", instead=_ELSEWHERE), form=_PROPOSAL),
    "api_proposal": Row(
        Rule(_SEE_PROPOSAL, others=HIDDEN, instead=_ELSEWHERE),
        _NO_TO_PROPOSAL,
        _SENT,
    ),
    "api_proposal_send": Row(
        Rule(only("author", "token"), got="405", others=HIDDEN, instead=_ELSEWHERE),
        Rule(only("author", "token"), got="done", others=HIDDEN, instead=_ELSEWHERE),
        {"public_id": "{unsent}"},
    ),
    **{
        name: Row(
            Rule(_SEE_PROPOSAL, got="405", others=HIDDEN, instead=_NOT_EVEN_SIGN_IN),
            Rule(_SEE_PROPOSAL, got="403", others=HIDDEN, instead=_NOT_EVEN_SIGN_IN),
            _SENT,
        )
        for name in ["api_proposal_answer", "api_proposal_withdraw", "api_proposal_task"]
    },
    # Work of one's own
    "api_drafts": Row(
        Rule(ACTORS, instead=_ELSEWHERE),
        Rule(MEMBERS | _AS_ANA, got="done", instead=_ELSEWHERE),
        form={"title": "New"},
    ),
    "api_draft": Row(Rule(WRITERS | _AS_ANA, others=HIDDEN, instead=_ELSEWHERE), _NO_TO_DRAFT),
    "api_submit": Row(
        _NO_TO_DRAFT, Rule(WRITERS | _AS_ANA, got="422", others=HIDDEN, instead=_ELSEWHERE), form={"note": ""}
    ),
    "api_answer": Row(
        _NO_TO_REQUEST,
        Rule(
            only("author", "token"),
            got="done",
            others=HIDDEN,
            instead={**dict.fromkeys(AUDIT | {"asked"}, "403"), "elsewhere": "403"},
        ),
        {"number": 2, "name": "{request}"},
        {"state": "done", "text": "Done."},
    ),
    "api_queue": Row(
        Rule(ACTORS, instead=_ELSEWHERE),
        Rule(SIGNED_IN, got="405", instead=dict.fromkeys(("token", "elsewhere"), "403")),
    ),
    "api_inbox": Row(
        Rule(ACTORS, instead=_ELSEWHERE),
        Rule(SIGNED_IN, got="405", instead=dict.fromkeys(("token", "elsewhere"), "403")),
    ),
    "api_inbox_read": Row(
        Rule(ACTORS, got="405", instead=_ELSEWHERE), Rule(ACTORS, got="422", instead=_ELSEWHERE), form={"ids": []}
    ),
    "api_review": Row(
        Rule(_SEE_REVIEW, others=HIDDEN, instead=_ELSEWHERE),
        _NO_TO_REVIEW,
        {"number": 3, "revision": 1},
    ),
    "api_review_agree": Row(
        _NO_TO_REVIEW,
        Rule(
            only("asked"), got="done", others=HIDDEN, instead={"reviewer": "409", "stepped": "409", "elsewhere": "403"}
        ),
        {"number": 3, "revision": 1},
    ),
    "api_review_file": Row(
        _NO_TO_REVIEW,
        Rule(
            only("reviewer"), got="422", others=HIDDEN, instead={"asked": "409", "stepped": "409", "elsewhere": "403"}
        ),
        {"number": 3, "revision": 1},
    ),
    "api_review_step_down": Row(
        _NO_TO_REVIEW,
        Rule(only("reviewer", "asked"), got="done", others=HIDDEN, instead={"stepped": "409", "elsewhere": "403"}),
        {"number": 3, "revision": 1},
    ),
    "api_runs": Row(
        Rule(SEE_TASK_3 | _AS_ANA, others=HIDDEN, instead=_NOT_EVEN_SIGN_IN),
        Rule(_LOG, got="done", others=HIDDEN, instead=_ELSEWHERE | dict.fromkeys(AUDIT, "403")),
        {"number": 3},
        _RUN,
    ),
    "api_run_retract": Row(
        _NO_TO_TASK_3,
        Rule(
            only("author", "token"),
            got="done",
            others=HIDDEN,
            instead=_ELSEWHERE | dict.fromkeys(AUDIT | {"reviewer", "asked"}, "403"),
        ),
        {"number": 3, "run": 1},
        {"reason": REASON},
    ),
    "api_draft_runs": Row(
        Rule(WRITERS | _AS_ANA, others=HIDDEN, instead=_ELSEWHERE),
        Rule(WRITERS | _AS_ANA, got="done", others=HIDDEN, instead=_ELSEWHERE),
        form=_RUN,
    ),
    "api_draft_run_retract": Row(
        _NO_TO_DRAFT,
        Rule(only("author", "token"), got="done", others=HIDDEN, instead=_ELSEWHERE | {"co": "403"}),
        {"run": 1},
        {"reason": REASON},
    ),
    "api_overlaps": Row(
        _NO_TO_TASK_3,
        Rule(SEE_TASK_3 | _AS_ANA, got="403", others=HIDDEN, instead=_NOT_EVEN_SIGN_IN),
        {"number": 3},
    ),
    "api_draft_overlaps": Row(_NO_TO_SHARES, _PAGE_OF_DRAFT),
}
# Whoever may, writes: name -> (who, what they send).
PUTS = {
    "api_draft": (WRITERS | _AS_ANA, _TEXTS),
    "api_review": (only("reviewer"), _REVIEW),
}
__all__ = ["API", "NO_TO_ALL", "PUTS", "READERS"]
