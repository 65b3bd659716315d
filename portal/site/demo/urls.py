"""Only included in demo mode."""

from django.urls import path

from portal.site.demo import mailbox

urlpatterns = [path("demo/mail/", mailbox.mailbox, name="demo_mail")]
