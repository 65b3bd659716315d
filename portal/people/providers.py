"""Sign-in by ORCID and GitHub: whom a provider's answer stands for, and what is taken from it.

The key is the provider's own number of the person (`uid`), never an e-mail address: accounts are joined only from
the signed-in account page.
"""

from typing import Any

from allauth.account.internal.emailkit import valid_email_or_none
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.github.views import GitHubOAuth2Adapter
from allauth.socialaccount.providers.orcid.views import OrcidOAuth2Adapter
from allauth.socialaccount.signals import social_account_added, social_account_removed
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.people import identifiers, proofs
from portal.people.models import User


class ProviderAdapter(DefaultSocialAccountAdapter):
    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """After the provider's answer, before anything is done with it. Refused: an iD that stands for another here."""
        # What the provider says of addresses proves nothing here: everybody confirms theirs by our mail.
        sociallogin.email_addresses = []
        if sociallogin.account.provider != proofs.ORCID or sociallogin.account.pk:
            return
        orcid = _orcid(sociallogin)
        own = request.user if isinstance(request.user, User) and _connects(sociallogin) else None
        if own and SocialAccount.objects.filter(user=own, provider=proofs.ORCID).exists():
            raise ImmediateHttpResponse(_in_use(request, orcid, second=True))
        try:
            proofs.refuse_in_use(orcid=orcid, but=own.subject if own else None)
        except proofs.OrcidInUse as refusal:
            raise ImmediateHttpResponse(_in_use(request, orcid)) from refusal

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """Of all that the provider tells, the account keeps what it is called there; names and address only fill in
        the form."""
        given, family = (str(data.get(name) or "").strip() for name in ("first_name", "last_name"))
        printed = " ".join(filter(None, (given, family))) or str(data.get("name") or "").strip()
        sociallogin.account.extra_data = {
            "login": str(data.get("username") or ""), "printed": printed, "given": given, "family": family,
        }  # fmt: skip
        user: User = sociallogin.user
        user.email = valid_email_or_none(data.get("email")) or ""
        return user

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        said = sociallogin.account.extra_data
        names = {"printed_name": said.get("printed"), "given": said.get("given"), "family": said.get("family")}
        return {name: str(value or "") for name, value in names.items()} | {"email": sociallogin.user.email}

    @transaction.atomic
    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: BaseForm | None = None) -> User:
        """The account, its subject and the proved iD in one transaction."""
        user: User = super().save_user(request, sociallogin, form)
        if sociallogin.account.provider == proofs.ORCID:
            proofs.prove(user=user, orcid=_orcid(sociallogin))
        return user

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return False


def _connects(sociallogin: SocialLogin) -> bool:
    return bool(sociallogin.state.get("process") == "connect")


def _orcid(sociallogin: SocialLogin) -> str:
    """The iD with its check digit proved; whatever else came is refused as no answer of ORCID's."""
    known = identifiers.orcid(str(sociallogin.account.uid))
    if not known:
        raise ValueError("the provider named no ORCID iD")
    return known


def _in_use(request: HttpRequest, orcid: str, *, second: bool = False) -> HttpResponse:
    """Whose rule it is and what to do; `second`: the person's own account has another iD already."""
    return render(request, "socialaccount/orcid_in_use.html", {"orcid": orcid, "second": second}, status=409)


def connect_signals() -> None:
    """allauth tells by signals alone that an account was connected or taken off."""
    social_account_added.connect(_connected, dispatch_uid="concord")
    social_account_removed.connect(_disconnected, dispatch_uid="concord")


def _connected(sociallogin: SocialLogin, **more: object) -> None:
    """Raises OrcidInUse, with nothing connected, where somebody else was quicker."""
    if sociallogin.account.provider != proofs.ORCID:
        return
    try:
        proofs.prove(user=sociallogin.user, orcid=_orcid(sociallogin))
    except proofs.OrcidInUse:
        sociallogin.account.delete()
        raise


def _disconnected(socialaccount: SocialAccount, **more: object) -> None:
    proofs.end_proof(user=socialaccount.user, provider=socialaccount.provider)


def send_to_stand_in(origin: str) -> None:
    """Sends sign-ins by a provider to a stand-in for it. Only settings outside production name one."""
    OrcidOAuth2Adapter.authorize_url = f"{origin}/orcid/authorize"
    OrcidOAuth2Adapter.access_token_url = f"{origin}/orcid/token"
    OrcidOAuth2Adapter.profile_url = f"{origin}/orcid/v3.0/%s/record"
    GitHubOAuth2Adapter.authorize_url = f"{origin}/github/authorize"
    GitHubOAuth2Adapter.access_token_url = f"{origin}/github/token"
    GitHubOAuth2Adapter.profile_url = f"{origin}/github/user"
    GitHubOAuth2Adapter.emails_url = f"{origin}/github/user/emails"
