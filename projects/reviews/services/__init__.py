"""Acts of review. Each locks the task first, so that two of them are told one after the other on either database."""

from projects.reviews.corrections import decide_correction, open_correction
from projects.reviews.services.answering import answer_request, drop, settle
from projects.reviews.services.asking import LETTERS, agree, assign, release, step_down
from projects.reviews.services.deciding import checked_decision, decide, reveal_reviewers
from projects.reviews.services.filing import file_review, save_review_draft
from projects.reviews.services.leading import appoint_lead, step_down_as_lead, why_not_replaced

__all__ = [
    "LETTERS",
    "agree",
    "answer_request",
    "appoint_lead",
    "assign",
    "checked_decision",
    "decide",
    "decide_correction",
    "drop",
    "file_review",
    "open_correction",
    "release",
    "reveal_reviewers",
    "save_review_draft",
    "settle",
    "step_down",
    "step_down_as_lead",
    "why_not_replaced",
]
