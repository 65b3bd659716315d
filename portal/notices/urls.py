from django.urls import path

from portal.notices import views

urlpatterns = [
    path("inbox/", views.inbox_page, name="inbox"),
    path("inbox/read/", views.inbox_read, name="inbox_read"),
    path("account/notices/", views.account_notices, name="account_notices"),
    path("inbox/<slug:public_id>/open/", views.notice_open, name="notice_open"),
]
