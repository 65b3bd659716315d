from django.urls import path

from projects.reviews.views import (
    assigning,
    autosave,
    chairs,
    clock,
    deciding,
    interests,
    objecting,
    organizing,
    page,
    queue,
    reopening,
    requests,
    writing,
)

_PROJECT = "projects/<slug:slug>/"
_TASK = f"{_PROJECT}tasks/<int:number>/"
_ROUND = "<int:revision>/<slug:stage>/"

urlpatterns = [
    path(_TASK, page.task_page, name="task_page"),
    path(f"{_TASK}diff/", page.task_diff, name="task_diff"),
    path(f"{_TASK}requests/", requests.task_requests, name="task_requests"),
    path(f"{_TASK}assign/", assigning.task_assign, name="task_assign"),
    path(f"{_TASK}chairs/", chairs.task_chairs, name="task_chairs"),
    path(f"{_TASK}clock/", clock.task_clock, name="task_clock"),
    path(f"{_TASK}interests/", interests.task_interests, name="task_interests"),
    path(f"{_TASK}reviewers/", page.task_reviewers, name="task_reviewers"),
    path(f"{_TASK}correction/", deciding.task_correction, name="task_correction"),
    path(f"{_TASK}object/{_ROUND}", objecting.approval_object, name="approval_object"),
    path(f"{_TASK}reopen/", reopening.task_reopen, name="task_reopen"),
    path(f"{_TASK}decide/{_ROUND}", deciding.round_decide, name="round_decide"),
    path(f"{_PROJECT}desk/", organizing.organizer_desk, name="organizer_desk"),
    path(f"{_PROJECT}reviews/", queue.review_queue, name="review_queue"),
    path(f"{_PROJECT}reviews/<int:number>/{_ROUND}", writing.review_form, name="review_form"),
    path(f"{_PROJECT}reviews/<int:number>/{_ROUND}beside/", autosave.review_beside, name="review_beside"),
]
