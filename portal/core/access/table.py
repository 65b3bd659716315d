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


_UNINTERESTED = ("not_own_work", "no_shared_affiliation", "no_declared_interest")

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
    Permission(
        "terms.agree",
        ("account",),
        ("in_core_team", "accepted_current", "second_person"),
        _("Agree to the next version of the terms that somebody else has drafted, or say no with a reason."),
    ),
    Permission("card.reply", ("amend",), (), _("Reply for the project to a mark of its fairness card.")),
    Permission("card.contest", ("account",), (), _("Contest how a mark of the fairness card reads a clause.")),
    Permission("rubric.edit", ("amend", "founder"), (), _("Draft the rubric.")),
    Permission("rubric.publish", ("amend", "founder"), (), _("Publish a version of the rubric.")),
    Permission("terms.accept", ("account",), (), _("Accept the terms shown, for oneself.")),
    # Members
    Permission("members.join", ("account",), ("project_recruiting",), _("Join by accepting the current terms.")),
    Permission("members.leave", ("account",), ("takes_part",), _("Leave the project and end one's roles in it.")),
    Permission("members.invite", ("invite",), (), _("Invite somebody to join."), reserved=True),
    Permission(
        "members.appoint",
        ("invite",),
        ("not_self", "account_open"),
        _("Appoint a member to a role that is granted so."),
    ),
    # Tasks
    Permission(
        "task.create",
        ("member",),
        ("project_recruiting", "accepted_current", "no_proposal_needed"),
        _("Begin a new task."),
    ),
    Permission("task.edit", ("author",), (), _("Write the task's draft, attach a file, propose shares.")),
    Permission("task.confirm_share", ("author",), (), _("Confirm one's own share of the task.")),
    Permission("task.submit", ("author",), ("accepted_for_work",), _("Submit the task, or a revision of it.")),
    Permission("task.withdraw", ("author",), (), _("Withdraw the task.")),
    Permission(
        "task.show_name",
        ("author",),
        (),
        _("Show one's own name beside an accepted task of a closed project, or take it back."),
    ),
    # Proposals of tasks
    Permission(
        "proposal.begin",
        ("member",),
        ("proposals_taken", "project_recruiting", "accepted_current"),
        _("Begin the proposal of a task."),
    ),
    Permission("proposal.write", ("account",), ("own_proposal",), _("Write one's own proposal, or withdraw it.")),
    Permission(
        "proposal.send",
        ("member",),
        ("own_proposal", "proposals_taken", "project_recruiting", "accepted_current"),
        _("Send one's own proposal in."),
    ),
    Permission(
        "proposal.answer",
        ("triage",),
        ("not_own_proposal",),
        _("Answer a proposal: go on, not yet, or no with a ground from the rubric or the scope."),
    ),
    Permission(
        "proposal.begin_task",
        ("member",),
        ("own_proposal", "project_recruiting", "accepted_current"),
        _("Begin a task from one's own proposal that was answered “go on”."),
    ),
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
    Permission(
        "desk.read",
        ("assign", "decide", "chair"),
        (),
        _("Read the organizer's desk: what waits for whom and how long, and how much reviewers have to do."),
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
    Permission("chair.assign", ("assign",), ("not_own_work", "chair_eligible"), _("Assign somebody to chair a task.")),
    Permission("chair.end", ("assign",), ("not_own_work",), _("End that somebody chairs a task.")),
    Permission("chair.step_down", ("account",), ("chairs_the_task",), _("Step down as the chair of a task.")),
    Permission(
        "clock.extend",
        ("chair", "decide"),
        ("moves_its_clock", *_UNINTERESTED),
        _("Move a day of an open round on, with a public reason; no day is ever moved back."),
    ),
    Permission(
        "clock.ask", ("author",), (), _("Ask for somebody else once a day of an open round has passed unanswered.")
    ),
    Permission(
        "interest.declare",
        ("review", "decide", "chair", "assign"),
        (),
        _("Declare one's own interest in a task."),
    ),
    Permission(
        "interest.waive",
        ("chair", "assign"),
        ("second_person", *_UNINTERESTED),
        _("Waive an interest that somebody else declared, with a public reason."),
    ),
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
    # Reports of defects
    Permission(
        "report.file",
        ("account",),
        ("reads_the_task",),
        _("Report a defect in an accepted task whose text one sees."),
    ),
    Permission(
        "report.answer", ("author",), (), _("Answer a report of a defect in one's own task, or correct the task.")
    ),
    Permission(
        "report.decide",
        ("decide", "chair"),
        ("sees_the_text", *_UNINTERESTED, "did_not_report", "did_not_accept"),
        _("Decide a report of a defect in a task whose text one sees."),
    ),
    # Runs of models
    Permission("run.log", ("account",), ("writes_or_reviews",), _("Log runs of models on a task.")),
    Permission(
        "run.retract",
        ("account",),
        ("writes_or_reviews", "logged_it"),
        _("Take back a run one has logged, with a reason."),
    ),
    Permission("overlap.look", ("account",), ("works_on_it",), _("Look for overlaps of a task with others one sees.")),
    Permission(
        "approval.object",
        ("review", "decide"),
        ("approved_before", *_UNINTERESTED),
        _("Object once that a revision marked as correcting typos only does more, and take one's approval back."),
    ),
    Permission(
        "task.reopen",
        ("decide", "chair"),
        ("did_not_decide", *_UNINTERESTED),
        _("Reopen a task that was declined or not reviewed, with a public reason."),
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
    Permission(
        "output.lock",
        ("freeze",),
        (),
        _("Lock an author list, first who is on it, then the list itself, with a public reason."),
    ),
    Permission("lists.recompute", ("member",), (), _("Have the author lists computed anew."), reserved=True),
    # Open to all
    Permission("bundle.export", ("anyone",), (), _("Download the bundle and recompute a list.")),
    Permission("record.read", ("anyone",), (), _("Read the record and its checkpoints.")),
    Permission("record.checkpoint", ("member",), (), _("Have a checkpoint of the record published now.")),
    Permission("people.edit", ("account",), ("is_self",), _("Change one's own name and profile.")),
    Permission(
        "notices.read",
        ("account",),
        ("is_self",),
        _("Read one's own inbox, mark what one has read, choose what is mailed."),
    ),
    Permission("people.download", ("account",), ("is_self",), _("Download everything kept about oneself.")),
    Permission("people.close", ("account",), ("is_self",), _("Close one's own account.")),
    Permission("people.erase", ("account",), ("is_self",), _("Have one's own name and account erased.")),
)
