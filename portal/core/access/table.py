"""Who may do what: one row a permission. What is not in the table is nobody's right."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Permission:
    """Held by whoever is one of `holders` (powers, or the holders of `powers.HOLDERS`) while all `conditions` hold.

    A `reserved` row belongs to work that does not exist yet; it is refused to everybody.
    """

    id: str
    holders: tuple[str, ...]
    conditions: tuple[str, ...]
    sentence: object
    reserved: bool = False


_UNINTERESTED = ("not_own_work", "no_shared_affiliation")

TABLE: tuple[Permission, ...] = (
    # The project and its rules
    Permission("project.create", ("account",), (), _("Create a project.")),
    Permission(
        "project.edit", ("amend", "founder"), (), _("Change the project's title, summary and field."), reserved=True
    ),
    Permission("project.recruit", ("amend", "founder"), (), _("Open the project to contributors.")),
    Permission("project.close", ("amend",), (), _("Close the project to new contributors.")),
    Permission("terms.edit", ("amend", "founder"), (), _("Draft the terms, in the form or from a file.")),
    Permission("terms.publish", ("amend", "founder"), (), _("Publish a version of the terms.")),
    Permission("rubric.edit", ("amend", "founder"), (), _("Draft the rubric.")),
    Permission("rubric.publish", ("amend", "founder"), (), _("Publish a version of the rubric.")),
    Permission("terms.accept", ("account",), (), _("Accept the terms shown, for oneself.")),
    # Members
    Permission("members.join", ("account",), ("project_recruiting",), _("Join by accepting the current terms.")),
    Permission("members.invite", ("invite",), (), _("Invite somebody to join."), reserved=True),
    Permission("members.appoint", ("invite",), ("not_self",), _("Appoint a member to a role that is granted so.")),
    # Tasks
    Permission("task.create", ("member",), ("project_recruiting", "accepted_current"), _("Begin a new task.")),
    Permission("task.edit", ("author",), (), _("Write the task's draft, attach a file, propose shares.")),
    Permission("task.confirm_share", ("author",), (), _("Confirm one's own share of the task.")),
    Permission("task.submit", ("author",), ("accepted_for_work",), _("Submit the task, or a revision of it.")),
    Permission("task.withdraw", ("author",), (), _("Withdraw the task.")),
    # Reviews
    Permission(
        "review.assign",
        ("assign",),
        ("not_own_work", "reviewer_eligible"),
        _("Ask a reviewer to review a round."),
    ),
    Permission(
        "review.appoint_lead",
        ("assign",),
        ("not_own_work", "lead_eligible"),
        _("Appoint the lead of a round."),
    ),
    Permission("review.agree", ("review",), ("is_assigned", *_UNINTERESTED), _("Agree to review.")),
    Permission("review.step_down", ("account",), ("is_assigned",), _("Step down from a review.")),
    Permission(
        "review.release",
        ("assign",),
        ("not_own_work",),
        _("Release a reviewer whose days have passed without an answer, so that the round can go on."),
    ),
    Permission(
        "review.reveal",
        ("audit", "decide", "chair"),
        ("not_own_work",),
        _("Open the names of the reviewers of a task one audits or leads; each look is logged."),
    ),
    Permission("review.file", ("review",), ("is_assigned", *_UNINTERESTED), _("Write and file an assigned review.")),
    Permission("request.answer", ("author",), (), _("Answer a change request.")),
    Permission(
        "request.settle",
        ("review",),
        ("filed_the_request", *_UNINTERESTED),
        _("Settle or drop a change request one has filed."),
    ),
    Permission("round.decide", ("decide",), ("is_lead", *_UNINTERESTED), _("Decide a round as its lead.")),
    Permission("round.step_down", ("account",), ("is_lead",), _("Step down as the lead of a round.")),
    Permission(
        "correction.open",
        ("decide", "chair"),
        ("sees_the_text", *_UNINTERESTED),
        _("Open the correction of an accepted task whose text one sees, as the lead of a round of it or otherwise."),
    ),
    Permission(
        "correction.decide",
        ("decide", "chair"),
        ("sees_the_text", *_UNINTERESTED, "second_person"),
        _("Decide a correction somebody else has opened, of a task whose text one sees."),
    ),
    # Credit
    Permission("credit.choose", ("member", "credited"), (), _("Choose how one's own credit is shown.")),
    Permission(
        "credit.propose_reversal",
        ("award",),
        ("not_own_credit",),
        _("Propose to take an entry back, or to post it again, with a public reason."),
    ),
    Permission(
        "credit.reverse",
        ("award",),
        ("not_own_credit", "second_person"),
        _("Confirm or drop what somebody else has proposed about an entry."),
    ),
    Permission(
        "credit.award",
        ("award",),
        ("not_own_credit", "second_person"),
        _("Award judged points inside a rule's range."),
        reserved=True,
    ),
    Permission("credit.confirm_claim", ("award",), ("not_own_credit",), _("Confirm a claim."), reserved=True),
    Permission("lists.recompute", ("member",), (), _("Have the author lists computed anew."), reserved=True),
    # Open to all
    Permission("bundle.export", ("anyone",), (), _("Download the bundle and recompute a list.")),
    Permission("record.read", ("anyone",), (), _("Read the record and its checkpoints.")),
    Permission("record.checkpoint", ("member",), (), _("Have a checkpoint of the record published now.")),
    Permission("people.edit", ("account",), ("is_self",), _("Change one's own name and profile.")),
)
