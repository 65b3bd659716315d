"""Acts of review. Each locks the task first, so that two of them are told one after the other on either database."""

from projects.reviews.corrections import decide_correction, open_correction
from projects.reviews.letters import LETTERS
from projects.reviews.services.answering import answer_request, drop, settle
from projects.reviews.services.asking import agree, assign, release, step_down
from projects.reviews.services.chairing import assign_chair, end_chair, step_down_as_chair
from projects.reviews.services.clocks import ask_for_somebody_else, extend, pass_on, pass_on_due
from projects.reviews.services.deciding import checked_decision, decide, reveal_reviewers
from projects.reviews.services.declaring import declare_interest, waive_interest
from projects.reviews.services.filing import checked_review, file_review, save_review_draft, wanted_requests
from projects.reviews.services.leading import appoint_lead, step_down_as_lead, why_not_replaced
from projects.reviews.services.objecting import object_to
from projects.reviews.services.reopening import reopen

__all__ = [
    "LETTERS",
    "agree",
    "answer_request",
    "appoint_lead",
    "ask_for_somebody_else",
    "assign",
    "assign_chair",
    "checked_decision",
    "checked_review",
    "decide",
    "decide_correction",
    "declare_interest",
    "drop",
    "end_chair",
    "extend",
    "file_review",
    "object_to",
    "open_correction",
    "pass_on",
    "pass_on_due",
    "release",
    "reopen",
    "reveal_reviewers",
    "save_review_draft",
    "settle",
    "step_down",
    "step_down_as_chair",
    "step_down_as_lead",
    "waive_interest",
    "wanted_requests",
    "why_not_replaced",
]
