"""Addresses under /accounts/ that are ours, or that stand before allauth's of the same name."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, re_path

from portal.people import entrance_views as views
from portal.people import links


def _nothing(request: HttpRequest, rest: str = "") -> HttpResponse:
    raise Http404


urlpatterns: list[URLPattern] = [
    path("accounts/signed-in/", views.signed_in, name="signed_in"),
    path("accounts/sessions/", views.session_list, name="usersessions_list"),
    path("accounts/email/undo/done/", views.address_undone, name="address_undone"),
    path("accounts/email/undo/<str:secret>/", views.address_undo, name="address_undo"),
    path("accounts/confirm-email/<str:key>/", links.confirm_address, name="account_confirm_email"),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        links.reset_password,
        name="account_reset_password_from_key",
    ),
    path("accounts/2fa/webauthn/add/", views.add_passkey, name="mfa_add_webauthn"),
    path("accounts/2fa/recovery-codes/", views.show_codes, name="mfa_view_recovery_codes"),
    path("accounts/2fa/recovery-codes/download/", views.download_codes, name="mfa_download_recovery_codes"),
    # Addresses of old versions of the library; nobody links to them.
    path("accounts/social/<path:rest>", _nothing),
    # Codes by mail stand for a password nowhere here.
    path("accounts/login/code/confirm/", _nothing),
]
for provider in ("orcid", "github"):
    if provider in settings.SOCIALACCOUNT_PROVIDERS:
        about = {"provider": provider}
        urlpatterns += [
            path(f"accounts/{provider}/login/", views.provider_login, about, name=f"{provider}_login"),
            path(f"accounts/{provider}/login/callback/", views.provider_callback, about, name=f"{provider}_callback"),
        ]
if not settings.SOCIALACCOUNT_PROVIDERS:
    urlpatterns += [path("accounts/3rdparty/", _nothing), path("accounts/3rdparty/<path:rest>", _nothing)]
