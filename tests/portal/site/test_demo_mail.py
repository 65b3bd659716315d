"""The demo's mailbox: mail is kept as it was, shown inert, and only in demo mode."""

import pytest
from django.core.mail import send_mail
from django.test import override_settings
from django.urls import include, path

from portal.notices.models import DemoMail
from portal.site.demo import mail
from portal.site.demo.mailbox import linked

pytestmark = pytest.mark.django_db
handler404 = "portal.core.web.errors.not_found"
urlpatterns = [path("", include("portal.site.demo.urls")), path("", include("portal.urls"))]
BACKEND = "portal.site.demo.mail.Backend"


@override_settings(EMAIL_BACKEND=BACKEND, ROOT_URLCONF=__name__)
def test_mail_is_kept_and_its_links_can_be_followed(client):
    send_mail("Hello <b>", "Open https://127.0.0.1/x?a=1&b=2 or <script>", None, ["ana@example.org"])
    html = client.get("/demo/mail/").content.decode()
    assert '<a href="https://127.0.0.1/x?a=1&amp;b=2">' in html
    assert "Hello &lt;b&gt;" in html
    assert "&lt;script&gt;" in html
    assert "ana@example.org" in html
    assert "No mail yet" in client.get("/demo/mail/", {"to": "other@"}).content.decode()


@override_settings(EMAIL_BACKEND=BACKEND)
def test_a_header_with_a_line_break_is_no_mail():
    with pytest.raises(ValueError, match="Header values"):
        send_mail("Hello\nBcc: all@example.org", "x", None, ["ana@example.org"])
    assert not DemoMail.objects.exists()


@override_settings(EMAIL_BACKEND=BACKEND)
def test_old_mail_makes_room(monkeypatch):
    monkeypatch.setattr(mail, "MOST", 2)
    for number in range(4):
        send_mail(f"{number}", "x", None, ["ana@example.org"])
    assert set(DemoMail.objects.values_list("subject", flat=True)) == {"2", "3"}


def test_without_the_demo_there_is_no_mailbox(client):
    assert client.get("/demo/mail/").status_code == 404
    assert client.get("/gallery/").status_code == 404


def test_addresses_are_linked_and_nothing_else():
    assert linked('javascript:alert(1) http://a.b/"onx=1') == (
        'javascript:alert(1) <a href="http://a.b/">http://a.b/</a>&quot;onx=1'
    )
