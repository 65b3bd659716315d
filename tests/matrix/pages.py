"""Who gets what at every address of the site but the API's. Typed by hand; an address without a row fails the test."""

from __future__ import annotations

from tests.matrix.rules import (
    AMEND,
    ANEW,
    AUDIT,
    AWARD,
    EDITORS,
    EVERYBODY,
    FREEZE,
    JUDGING,
    MEMBERS,
    NO,
    OUT,
    OWN,
    PUBLIC,
    SEE_TASK_3,
    SIGNED_IN,
    WRITERS,
    Row,
    Rule,
    only,
)

REASON = "The data carry it, as both reviewers found. It stands."
HIDDEN = "404"  # as if it were not there
RUN_FORM = {"do": "add", "model": "Kiln", "attempts": "20", "solved": "2", "ran_on": "2026-11-02"}
# Whose it is, those who answer proposals, and holders of audit.
_SEE_PROPOSAL = EDITORS | AUDIT | {"author"}
_SENT, _UNSENT = {"public_id": "{proposal}"}, {"public_id": "{unsent}"}
_PROPOSAL = {"version": "1", "title": "T", "whole": "1"}
_AMEND, _WRITE = Rule(AMEND), Rule(WRITERS, others=HIDDEN)
_SEE_TASK_2 = AUDIT | {"author", "asked"}
_ACCEPTED = SIGNED_IN - {"unverified"}
# Pages of allauth: a form is shown again with what is wrong (200), whoever is signed in already is led on.
_ENTRANCE = Rule(EVERYBODY, instead=dict.fromkeys(SIGNED_IN, "done"))
_ENTER = Rule(EVERYBODY, got="done")
_NOWHERE = Rule(EVERYBODY, got="404")
_GONE = Rule(EVERYBODY, got="410")
_REFUSED = Rule(EVERYBODY, got="401")
_NO_POST = Rule(EVERYBODY, got="405")
_FIRST_THERE = Rule(frozenset(), others="sign-in")  # only from the other site
# An address that nobody confirmed carries no second factor.
_FACTOR = Rule(SIGNED_IN, got="password", instead={"unverified": "done"})

SITE: dict[str, Row] = {
    **{
        name: Row(PUBLIC, _NO_POST, few=True)
        for name in [
            "home",
            "healthz",
            "readyz",
            "robots",
            "help",
            "help_permissions",
            "help_api",
            "help_fields",
            "terms_schema",
            "check_set",
            "contested_marks",
            "project_list",
            "compare",
            "account_closed",
            "account_erased",
            "address_undone",
            "engine_download",
        ]
    },
    "check_terms_page": Row(PUBLIC, _ENTER, few=True),
    "person_page": Row(PUBLIC, _NO_POST, {"handle": "ana"}, few=True),
    "set_language": Row(_ENTER, _ENTER, form={"language": "en", "next": "/"}, few=True),
    # Entrance
    "account_login": Row(_ENTRANCE, _ENTER, few=True),
    "account_signup": Row(_ENTRANCE, _ENTER, few=True),
    "account_logout": Row(Rule(SIGNED_IN, instead=dict.fromkeys(OUT, "done")), _ENTER, few=True),
    "account_inactive": Row(PUBLIC, _NO_POST, few=True),
    "account_email_verification_sent": Row(PUBLIC, _NO_POST, few=True),
    # A link that is not one of ours, or works no more, is a page that says so: alike to everybody and to both methods.
    "account_confirm_email": Row(_NOWHERE, _NOWHERE, {"key": "nothing"}, few=True),
    "account_reset_password": Row(PUBLIC, _ENTER, few=True),
    "account_reset_password_done": Row(PUBLIC, _NO_POST, few=True),
    "account_reset_password_from_key": Row(_GONE, _GONE, {"uidb36": "1", "key": "nothing"}, few=True),
    "account_reset_password_from_key_done": Row(PUBLIC, _NO_POST, few=True),
    "account_confirm_login_code": Row(_NOWHERE, _NOWHERE, few=True),
    "address_undo": Row(_NOWHERE, _NOWHERE, {"secret": "nothing"}, few=True),
    "mfa_authenticate": Row(Rule(SIGNED_IN, got="done"), Rule(SIGNED_IN, got="done"), few=True),
    "mfa_login_webauthn": Row(Rule(SIGNED_IN, got="done"), Rule(SIGNED_IN, got="done"), few=True),
    "orcid_login": Row(PUBLIC, _ENTER, few=True),
    "github_login": Row(PUBLIC, _ENTER, few=True),
    "orcid_callback": Row(_REFUSED, _REFUSED, few=True),
    "github_callback": Row(_REFUSED, _REFUSED, few=True),
    "socialaccount_login_cancelled": Row(PUBLIC, _NO_POST, few=True),
    "socialaccount_login_error": Row(_REFUSED, _NO_POST, few=True),
    "socialaccount_signup": Row(_FIRST_THERE, _FIRST_THERE, few=True),
    # One's own
    "my_projects": Row(OWN),
    "inbox": Row(OWN),
    "inbox_read": Row(NO, Rule(SIGNED_IN, got="done")),
    # To everybody but the author, whose it is, there is none.
    "notice_open": Row(NO, Rule(only("author"), got="done", others=HIDDEN), {"public_id": "{notice}"}),
    "my_agreements": Row(OWN),
    "account_profile": Row(OWN, Rule(SIGNED_IN, got="400"), few=True),
    "account_data": Row(OWN, ANEW, few=True),
    "account_close": Row(OWN, Rule(SIGNED_IN, got="done"), few=True),
    "account_close_last": Row(Rule(SIGNED_IN, got="done"), Rule(SIGNED_IN, got="done"), few=True),
    "account_erase": Row(ANEW, ANEW, few=True),
    "account_erase_last": Row(Rule(SIGNED_IN, got="done"), Rule(SIGNED_IN, got="done"), few=True),
    "account_notices": Row(OWN, Rule(SIGNED_IN, got="422"), few=True),
    "account_tokens": Row(ANEW, ANEW, few=True),
    "account_tokens_end": Row(NO, ANEW, few=True),
    "account_token_end": Row(NO, ANEW, {"token": 1}, few=True),
    "account_email": Row(OWN, Rule(SIGNED_IN, got="done"), few=True),  # the password is asked for at a new address
    "account_change_password": Row(OWN, Rule(SIGNED_IN, got="done"), few=True),
    "account_set_password": Row(Rule(SIGNED_IN, got="done"), Rule(SIGNED_IN, got="done"), few=True),
    "account_reauthenticate": Row(OWN, Rule(SIGNED_IN, got="done"), few=True),
    "account_request_reauthentication_code": Row(ANEW, ANEW, few=True),
    "account_confirm_reauthentication_code": Row(ANEW, ANEW, few=True),
    "signed_in": Row(OWN, _NO_POST, few=True),
    "usersessions_list": Row(OWN, Rule(SIGNED_IN, got="400"), few=True),
    "mfa_index": Row(OWN, few=True),
    "mfa_reauthenticate": Row(ANEW, ANEW, few=True),
    "mfa_activate_totp": Row(_FACTOR, _FACTOR, few=True),
    "mfa_deactivate_totp": Row(Rule(frozenset(), others="404"), Rule(frozenset(), others="404"), few=True),
    "mfa_view_recovery_codes": Row(Rule(frozenset(), others="404"), few=True),
    "mfa_generate_recovery_codes": Row(ANEW, ANEW, few=True),
    "mfa_download_recovery_codes": Row(ANEW, few=True),
    "mfa_list_webauthn": Row(OWN, few=True),
    "mfa_add_webauthn": Row(_FACTOR, _FACTOR, few=True),
    "mfa_reauthenticate_webauthn": Row(ANEW, ANEW, few=True),
    "mfa_remove_webauthn": Row(ANEW, ANEW, {"pk": 1}, few=True),
    "mfa_edit_webauthn": Row(ANEW, ANEW, {"pk": 1}, few=True),
    "socialaccount_connections": Row(OWN, Rule(SIGNED_IN, got="done"), few=True),
    "project_new": Row(
        OWN,
        Rule(_ACCEPTED, got="done"),
        form={"title": "Karst", "slug": "karst", "summary": "Springs.", "field": "Geology"},
    ),
}

PROJECT: dict[str, Row] = {
    **{
        name: Row(PUBLIC, _NO_POST)
        for name in [
            "project_page",
            "terms_read",
            "card_page",
            "project_people",
            "project_rights",
            "project_canary",
            "task_list",
            "credit_page",
            "credit_people",
            "author_list",
            "author_bundle",
            "record_page",
            "record_lines",
            "checkpoint_page",
            "checkpoint_lines",
        ]
    },
    "terms_version": Row(PUBLIC, _NO_POST, {"number": 1}, few=True),
    "terms_yaml": Row(PUBLIC, _NO_POST, {"number": 1}, few=True),
    "terms_bibtex": Row(PUBLIC, _NO_POST, {"number": 1}, few=True),
    "terms_csl": Row(PUBLIC, _NO_POST, {"number": 1}, few=True),
    "terms_json": Row(PUBLIC, _NO_POST, {"number": 1}, few=True),
    "terms_file": Row(_NOWHERE, _NO_POST, {"number": 1}, few=True),  # these terms were typed, no file was handed in
    "card_version": Row(PUBLIC, _NO_POST, {"number": 1}, few=True),
    "rubric_read": Row(PUBLIC, _NO_POST, {"number": 1}, few=True),
    "task_file": Row(PUBLIC, _NO_POST, {"form": "csv"}, few=True),
    "credit_file": Row(PUBLIC, _NO_POST, {"form": "csv"}, few=True),
    "credit_entry": Row(PUBLIC, _NO_POST, {"seq": 1}),
    "author_lists": Row(Rule(EVERYBODY, got="done"), _NO_POST, few=True),  # leads to the only list
    # The project and its rules
    "project_recruit": Row(NO, Rule(AMEND, got="409")),  # it recruits already
    "project_close": Row(NO, Rule(AMEND, got="done")),
    "rubric_edit": Row(_AMEND, Rule(AMEND, got="409"), form={"whole": "1"}),
    "rubric_templates": Row(_AMEND, Rule(AMEND, got="done"), form={"template": "written-questions", "in": "en"}),
    "rubric_publish": Row(NO, Rule(AMEND, got="409")),
    "terms_start": Row(_AMEND, Rule(AMEND, got="422"), form={"from": "empty", "version": "{terms_version}"}),
    "terms_beside": Row(NO, Rule(AMEND, got="done"), {"chapter": 1}, {"version": "{terms_version}", "whole": "1"}),
    "terms_edit": Row(Rule(AMEND, got="done")),
    "terms_step": Row(_AMEND, Rule(AMEND, got="done"), {"chapter": 1}, {"version": "{terms_version}", "whole": "1"}),
    "terms_upload": Row(_AMEND, Rule(AMEND, got="422"), form={"version": "{terms_version}"}),
    "terms_draft_yaml": Row(_AMEND),
    "terms_draft_json": Row(_AMEND),
    # The draft of the table was not read from a file.
    "terms_draft_file": Row(Rule(AMEND, got="404")),
    "terms_publish": Row(_AMEND, Rule(AMEND, got="409"), form={"version": "{terms_version}"}),
    # No text is before the core team: whoever may write reads that. A core member who agrees is told that the text is
    # not the one they saw; "asked" is one.
    "terms_agree": Row(_AMEND, Rule(AMEND | {"asked"}, got="409")),
    "card_reply": Row(_AMEND, Rule(AMEND, got="done"), {"number": 1, "check": "{check}"}, {"text": REASON}),
    "card_contest": Row(
        OWN,
        Rule(_ACCEPTED, got="done"),
        {"number": 1, "check": "{check}"},
        {"sentence": REASON, "reading": REASON},
    ),
    "checkpoint_now": Row(NO, Rule(MEMBERS, got="done")),
    # Members
    "project_join": Row(PUBLIC, Rule(_ACCEPTED, got="done"), form={"number": "1", "hash": "{hash}", "agree": "on"}),
    "project_leave": Row(OWN, Rule(MEMBERS, got="done")),
    "project_appoint": Row(_NO_POST, Rule(EDITORS, got="done"), form={"handle": "mia", "role": "auditor"}),
    # Tasks
    "task_page": Row(PUBLIC, _NO_POST, {"number": 3}),
    "task_diff": Row(Rule(SEE_TASK_3, others=HIDDEN, instead=dict.fromkeys(OUT, HIDDEN)), _NO_POST, {"number": 3}),
    "task_attachment": Row(
        Rule(SEE_TASK_3, others=HIDDEN, instead=dict.fromkeys(OUT, HIDDEN)),
        _NO_POST,
        {"number": 3, "revision": 1, "place": 1},
    ),
    "task_looks": Row(Rule(only("author"), others=HIDDEN), _NO_POST, {"number": 3}),
    "task_new": Row(OWN, Rule(MEMBERS, got="done"), form={"title": "New"}),
    "task_draft_beside": Row(
        NO,
        Rule(WRITERS, got="done", others=HIDDEN),
        form={"version": "{draft_version}", "title": "T", "statement": "S", "whole": "1"},
    ),
    "task_draft": Row(
        _WRITE,
        Rule(WRITERS, got="done", others=HIDDEN),
        form={
            "version": "{draft_version}",
            "title": "T",
            "statement": "S",
            "answer": "A",
            "verification": "V",
            "whole": "1",
        },
    ),
    "task_submit": Row(NO, Rule(WRITERS, got="422", others=HIDDEN), form={"version": "{draft_version}"}),
    "task_shares": Row(
        _WRITE,
        Rule(WRITERS, got="done", others=HIDDEN),
        form={"version": "{draft_version}", "handle": ["ana", "cora"], "share": ["2/3", "1/3"]},
    ),
    "task_confirm": Row(
        _WRITE,
        Rule(WRITERS, got="done", others=HIDDEN),
        form={"number": "1", "hash": "{hash}", "share": "1/2", "agree": "on"},
    ),
    "task_predecessor": Row(NO, Rule(WRITERS, got="done", others=HIDDEN), form={"number": ""}),
    "draft_attachment": Row(_WRITE, at={"place": 1}),
    # A closed project: whoever wrote the accepted task shows their name beside it; to others there is no such page.
    "task_naming": Row(
        NO,
        Rule(only("author"), got="done", others=HIDDEN),
        {"number": 1},
        {"show": "yes"},
    ),
    "task_withdraw": Row(
        Rule(only("author"), others=HIDDEN), Rule(only("author"), got="done", others=HIDDEN), {"number": 3}
    ),
    # Reviews
    "review_queue": Row(OWN),
    "organizer_desk": Row(Rule(EDITORS | {"speaker"})),
    "task_assign": Row(
        Rule(EDITORS),
        Rule(EDITORS, got="done"),
        {"number": 5},
        {"stage": "domain", "handle": "rui", "do": "ask"},
    ),
    # Everybody reads the days; whoever may not act on them is refused.
    "task_clock": Row(
        PUBLIC,
        Rule(only("speaker"), got="done"),
        {"number": 5},
        {"stage": "domain", "do": "extend", "clock": "decision", "day": "{later}", "reason": REASON},
    ),
    "task_chairs": Row(
        Rule(EDITORS | {"speaker"}),
        Rule(EDITORS, got="done", instead={"speaker": "403"}),
        {"number": 5},
        {"do": "end", "handle": "speaker-alone"},
    ),
    "task_interests": Row(
        Rule(JUDGING), Rule(JUDGING, got="done"), {"number": 3}, {"do": "declare", "kind": "personal", "text": REASON}
    ),
    "task_reviewers": Row(NO, Rule(AUDIT, got="done", instead={"lead": HIDDEN, "speaker": HIDDEN}), {"number": 3}),
    "review_form": Row(
        # Whoever stepped down reads on their place that they did, and no more of the task than before they were asked.
        Rule(only("reviewer", "asked", "stepped"), others=HIDDEN),
        Rule(only("reviewer"), got="done", others=HIDDEN, instead={"asked": "409", "stepped": "409"}),
        {"number": 3, "revision": 1},
        {"do": "save", "version": "1", "verdict": "accept", "text": REASON, "whole": "1"},
    ),
    "review_beside": Row(
        NO,
        Rule(only("reviewer"), got="done", others=HIDDEN, instead={"asked": "409", "stepped": "409"}),
        {"number": 3, "revision": 1},
        {"version": "1", "verdict": "accept", "text": REASON, "whole": "1"},
    ),
    "task_requests": Row(
        Rule(_SEE_TASK_2, others=HIDDEN),
        Rule(only("author"), got="done", others=HIDDEN, instead=dict.fromkeys(_SEE_TASK_2 - {"author"}, "403")),
        {"number": 2},
        {"request": "{request}", "do": "done", "text": "Done."},
    ),
    "round_decide": Row(
        Rule(only("lead")),
        Rule(only("lead"), got="done"),
        {"number": 4, "revision": 1, "stage": "final"},
        {"do": "decide", "outcome": "accept", "reasons": REASON, "whole": "1"},
    ),
    # The text is closed to leads and chairs of other tasks, so they read why they cannot.
    "task_correction": Row(
        Rule(EDITORS | {"speaker"}), Rule(only("founder"), got="done"), {"number": 1}, {"do": "open", "reasons": REASON}
    ),
    # Proposals of tasks. Ana's waits for an answer, another is not sent in.
    "proposal_list": Row(PUBLIC, _NO_POST),
    "proposal_new": Row(OWN, Rule(MEMBERS, got="done"), form={"title": "New"}),
    "proposal_page": Row(Rule(_SEE_PROPOSAL, others=HIDDEN), NO, _SENT),
    "proposal_draft": Row(
        Rule(only("author"), others=HIDDEN), Rule(only("author"), got="done", others=HIDDEN), _UNSENT, _PROPOSAL
    ),
    "proposal_draft_beside": Row(NO, Rule(only("author"), got="done", others=HIDDEN), _UNSENT, _PROPOSAL),
    "proposal_send": Row(NO, Rule(only("author"), got="done", others=HIDDEN), _UNSENT, {"version": "1"}),
    "proposal_answer": Row(
        NO,
        Rule(EDITORS, got="done", others=HIDDEN, instead=dict.fromkeys(_SEE_PROPOSAL - EDITORS, "403")),
        _SENT,
        {"text": "1", "kind": "go_on"},
    ),
    "proposal_withdraw": Row(NO, Rule(only("author"), got="done", others=HIDDEN), _SENT),
    "proposal_task": Row(NO, Rule(only("author"), got="409", others=HIDDEN), _SENT),  # it is not answered yet
    # Reports of defects
    "task_reports": Row(PUBLIC, _NO_POST, {"number": 1}),
    "task_report": Row(
        Rule(_SEE_TASK_2),
        Rule(_SEE_TASK_2, got="done"),
        {"number": 1},
        {"part": "statement", "line": "1", "criterion": "other", "text": REASON, "evidence": REASON},
    ),
    # No report is open.
    "report_answer": Row(NO, Rule(only("author"), got="409"), {"number": 1}, {"answer": "contest", "text": REASON}),
    "report_decide": Row(
        Rule(EDITORS | {"speaker"}, got="done"),
        Rule(only("founder"), got="409"),
        {"number": 1},
        {"outcome": "no_defect", "reasons": REASON, "version": "1"},
    ),
    # Runs of models, and overlaps. Whoever sees the answer sees runs; those who write or review log them.
    "task_runs": Row(
        Rule(SEE_TASK_3, others=HIDDEN, instead=dict.fromkeys(OUT, HIDDEN)),
        Rule(only("author", "reviewer", "asked"), got="done", others=HIDDEN, instead=dict.fromkeys(AUDIT, "403")),
        {"number": 3},
        RUN_FORM,
    ),
    "task_runs_file": Row(Rule(SEE_TASK_3, others=HIDDEN, instead=dict.fromkeys(OUT, HIDDEN)), _NO_POST, {"number": 3}),
    "draft_runs": Row(_WRITE, Rule(WRITERS, got="done", others=HIDDEN), form=RUN_FORM),
    "task_overlaps": Row(Rule(SEE_TASK_3, others=HIDDEN), Rule(SEE_TASK_3, got="done", others=HIDDEN), {"number": 3}),
    "draft_overlaps": Row(_WRITE, Rule(WRITERS, got="done", others=HIDDEN)),
    "task_reopen": Row(
        Rule(EDITORS | {"speaker"}), Rule(EDITORS | {"speaker"}, got="done"), {"number": 6}, {"reasons": REASON}
    ),
    # Tomas approved the text before; it was corrected since.
    "approval_object": Row(
        Rule(only("organizer"), others=HIDDEN),
        Rule(only("organizer"), got="done", others=HIDDEN),
        {"number": 7, "revision": 2},
        {"reasons": REASON},
    ),
    # Credit
    "credit_choice": Row(OWN, Rule(MEMBERS, got="done"), form={"choice": "acknowledged"}),
    "correction_propose": Row(NO, Rule(AWARD, got="done"), {"seq": "{own_seq}"}, {"reason": REASON}),
    "correction_again": Row(NO, Rule(AWARD, got="409"), {"seq": "{own_seq}"}, {"reason": REASON}),
    # Of Amara's review. The proposer may take back what they proposed.
    "correction_decide": Row(
        NO, Rule(AWARD, got="done"), {"seq": "{asked_seq}", "number": "{correction}"}, {"decision": "drop"}
    ),
    "author_list_lock": Row(
        Rule(FREEZE), Rule(FREEZE, got="done"), {"output_id": "paper-1"}, {"to": "order_only", "reason": REASON}
    ),
}
