"""What people of the demo do, each act by the service behind the page it would be done on.

An act takes the stage, who acts, and what the step of the timeline says beside `day`, `by` and `do`.
"""

from __future__ import annotations

from collections.abc import Callable

from portal.site.demo import clock_acts, project_acts, proposal_acts, report_acts, review_acts, run_acts, task_acts

Act = Callable[..., None]

ACTS: dict[str, Act] = {
    act.__name__: act
    for act in (
        project_acts.found,
        project_acts.publish_rubric,
        project_acts.publish_terms,
        project_acts.join,
        project_acts.renew,
        project_acts.appoint,
        project_acts.import_people,
        project_acts.import_credits,
        project_acts.choose,
        project_acts.leave,
        project_acts.lock,
        project_acts.close,
        task_acts.draft,
        task_acts.submit,
        task_acts.revise,
        task_acts.withdraw,
        review_acts.assign,
        review_acts.review,
        review_acts.step_down,
        review_acts.ask,
        review_acts.drop,
        review_acts.decide,
        review_acts.open_correction,
        review_acts.decide_correction,
        proposal_acts.propose,
        proposal_acts.answer_proposal,
        report_acts.report,
        report_acts.contest_report,
        report_acts.correct_task,
        report_acts.decide_report,
        run_acts.log_runs,
        run_acts.retract_run,
        clock_acts.pass_on,
        clock_acts.chair,
        clock_acts.ask_for_somebody_else,
        clock_acts.extend,
        clock_acts.declare_interest,
        clock_acts.waive_interest,
    )
}
