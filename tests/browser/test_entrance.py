"""Signing in with everything that a browser can bring: passkeys, numbers of an app, other sites, mailed links."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import entrance
from tests.browser.entrance import (
    Entrance,
    Visitor,
    follow,
    is_it_you,
    looks_right,
    number,
    press,
    sign_in,
    sign_out,
    signed_in_as,
    tap,
    with_passkeys,
)
from tests.browser.test_looks import faults

ORCID = "0000-0002-1825-0097"


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Entrance]:
    with entrance.running(tmp_path_factory.mktemp("entrance")) as running:
        running.open_accounts("ana", "bruno", "chiara", "dorji", "esra")
        yield running


@pytest.fixture
def visitors(browser: Browser, door: Entrance) -> Iterator[list[Visitor]]:
    here: list[Visitor] = []
    yield here
    for one in here:
        one.leave()


@pytest.fixture
def page(browser: Browser, door: Entrance, visitors: list[Visitor]) -> Page:
    visitors.append(Visitor(browser, door))
    return visitors[-1].page


def test_rfc_6238_has_these_numbers() -> None:
    assert number(base64.b32encode(b"12345678901234567890").decode(), 59) == "287082"


def test_a_passkey_is_added_renamed_used_and_removed(page: Page) -> None:
    device, authenticator = with_passkeys(page)
    sign_in(page, "ana@mail.example")
    signed_in_as(page, "Ana")
    page.goto("/accounts/2fa/webauthn/")
    looks_right(page)
    follow(page, "Add a passkey")
    is_it_you(page)
    looks_right(page)
    page.get_by_label("Name of the passkey").fill("my telephone")
    press(page, "Make the passkey")
    # The first one brings recovery codes with it.
    expect(page.locator("h1")).to_have_text("Recovery codes")
    looks_right(page)
    assert len(device.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]) == 1

    page.goto("/accounts/2fa/webauthn/")
    expect(page.locator("tbody")).to_contain_text("my telephone")
    expect(page.locator("tbody")).to_contain_text("signs in by itself")
    looks_right(page)
    follow(page, "Rename my telephone")
    looks_right(page)
    page.get_by_label("Name of the passkey").fill("<b>office</b>")
    press(page, "Keep this name")
    expect(page.locator("tbody")).to_contain_text("<b>office</b>")

    # The same device a second time: it says so itself.
    page.goto("/accounts/2fa/webauthn/add/")
    tap(page, "Make the passkey")
    expect(page.get_by_role("alert")).to_contain_text("already has a passkey")

    # Signing in with it alone.
    sign_out(page)
    page.goto("/accounts/login/?next=/help/")
    press(page, "Use a passkey")
    signed_in_as(page, "Ana")
    assert page.url.endswith("/help/")

    # After the password, as second factor.
    sign_out(page)
    sign_in(page, "ana@mail.example")
    expect(page.locator("h1")).to_have_text("The second step")
    looks_right(page)
    press(page, "Use a passkey")
    signed_in_as(page, "Ana")

    # In the place of the password before a key page, and then away with it.
    page.goto("/accounts/2fa/webauthn/")
    follow(page, "Remove <b>office</b>")
    follow(page, "With a passkey")
    looks_right(page)
    press(page, "Use a passkey")
    expect(page.locator("h1")).to_have_text("Remove the passkey")
    looks_right(page)
    press(page, "Remove it")
    expect(page.locator("main")).to_contain_text("You have none yet")

    # The key on the device opens nothing any more, and the page says so.
    sign_out(page)
    page.goto("/accounts/login/")
    press(page, "Use a passkey")
    expect(page.locator("main")).to_contain_text(re.compile("Incorrect code|no passkey", re.IGNORECASE))
    sign_in(page, "ana@mail.example")
    signed_in_as(page, "Ana")


def test_a_device_that_refuses_is_said_in_words(page: Page) -> None:
    page.goto("/accounts/login/")
    device, authenticator = with_passkeys(page)
    tap(page, "Use a passkey")  # it has none for this site
    expect(page.get_by_role("alert")).to_contain_text("No passkey was used")
    looks_right(page)
    device.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": authenticator})


def test_an_app_gives_numbers_and_codes_open_when_it_is_lost(page: Page) -> None:
    sign_in(page, "bruno@mail.example")
    page.goto("/accounts/2fa/totp/activate/")
    is_it_you(page)
    expect(page.locator("svg.qr")).to_be_visible()
    looks_right(page)
    page.get_by_label("Number that the app shows").fill("000000")
    press(page, "Add it")
    expect(page.locator("main")).to_contain_text("Incorrect code")
    looks_right(page)
    secret = page.locator("dd code").inner_text()
    page.get_by_label("Number that the app shows").fill(number(secret))
    press(page, "Add it")
    expect(page.locator("h1")).to_have_text("Recovery codes")
    codes = page.locator(".codes li").all_inner_texts()
    assert len(codes) == 10
    looks_right(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download them as text").click()
    assert set(codes) <= set(download.value.path().read_text().split())

    # Shown once.
    page.goto("/accounts/2fa/recovery-codes/")
    expect(page.locator("main")).to_contain_text("not shown again")
    assert codes[0] not in page.content()
    looks_right(page)

    sign_out(page)
    sign_in(page, "bruno@mail.example")
    page.get_by_label("Number from the app, or a recovery code").fill(codes[0])
    press(page, "Sign in")
    signed_in_as(page, "Bruno")
    sign_out(page)
    sign_in(page, "bruno@mail.example")
    page.get_by_label("Number from the app, or a recovery code").fill(codes[0])  # once
    press(page, "Sign in")
    expect(page.locator("main")).to_contain_text("Incorrect code")
    page.get_by_label("Number from the app, or a recovery code").fill(codes[1])
    press(page, "Sign in")
    signed_in_as(page, "Bruno")

    page.goto("/accounts/2fa/")
    expect(page.locator("main")).to_contain_text("8 codes are left")
    looks_right(page)
    follow(page, "Make new codes")
    follow(page, "With a number from your app, or a recovery code")
    looks_right(page)
    page.get_by_label("Number from the app, or a recovery code").fill(codes[2])
    press(page, "Go on")
    press(page, "Make new codes")
    new = page.locator(".codes li").all_inner_texts()
    assert len(new) == 10
    assert not set(new) & set(codes)
    page.goto("/accounts/2fa/totp/deactivate/")
    looks_right(page)
    press(page, "Take it off")
    expect(page.locator("main")).to_contain_text("None is set up")


def test_a_person_comes_by_orcid(page: Page, door: Entrance) -> None:
    """The policy of the page lets the form go there, and the provider's page send it back."""
    door.provider.is_person(ORCID, "Noor", "Haddad", "noor@mail.example")
    page.goto("/accounts/login/")
    follow(page, "ORCID")
    looks_right(page)
    press(page, "Go to ORCID")
    expect(page.locator("h1")).to_have_text("Sign up")
    looks_right(page)
    expect(page.get_by_label("Printed name")).to_have_value("Noor Haddad")
    page.get_by_label("Handle").fill("noor-haddad")
    press(page, "Sign up")
    expect(page.locator("h1")).to_have_text("Confirm your e-mail address")
    page.goto(door.link("noor@mail.example", "confirm-email"))
    looks_right(page)
    press(page, "Yes, confirm it")
    page.goto("/accounts/orcid/login/")
    press(page, "Go to ORCID")
    signed_in_as(page, "Noor Haddad")
    page.goto("/accounts/3rdparty/")
    expect(page.locator("tbody")).to_contain_text(ORCID)
    looks_right(page)
    # Without a password a number by mail stands for it.
    page.goto("/accounts/2fa/webauthn/add/")
    expect(page.locator("main")).to_contain_text("A number is sent to your address")
    looks_right(page)
    press(page, "Send the number")
    looks_right(page)

    sign_out(page)
    sign_in(page, "chiara@mail.example")
    page.goto("/accounts/3rdparty/")
    follow(page, "ORCID")
    press(page, "Go to ORCID")
    is_it_you(page)
    expect(page.locator("main")).to_contain_text("connected with another account here")
    door.provider.refuses = True
    page.goto("/accounts/orcid/login/")
    press(page, "Go to ORCID")
    expect(page.locator("h1")).to_have_text("Nothing was done")
    door.provider.refuses = False


def test_an_orcid_in_use_is_a_page_with_the_way_out(page: Page, door: Entrance) -> None:
    sign_in(page, "esra@mail.example")
    page.goto("/account/")
    page.get_by_label("ORCID iD").first.fill("0000-0001-5109-3700")
    page.locator("main form").first.get_by_role("button", name="Save").click()
    sign_out(page)
    door.provider.is_person("0000-0001-5109-3700")
    page.goto("/accounts/orcid/login/")
    press(page, "Go to ORCID")
    expect(page.locator("h1")).to_have_text("This ORCID iD is in use here")
    looks_right(page)


def test_an_address_is_changed_and_taken_back(
    page: Page, door: Entrance, browser: Browser, visitors: list[Visitor]
) -> None:
    sign_in(page, "dorji@mail.example")
    page.goto("/accounts/email/")
    looks_right(page)
    page.get_by_label("New e-mail address").fill("dorji@new.example")
    press(page, "Send a link to it")
    is_it_you(page)
    expect(page.locator("main")).to_contain_text("Changing to")
    looks_right(page)
    page.goto(door.link("dorji@new.example", "confirm-email"))
    press(page, "Yes, confirm it")
    page.goto("/accounts/email/")
    expect(page.locator("main")).to_contain_text("dorji@new.example")

    owner = Visitor(browser, door)
    visitors.append(owner)
    owner.page.goto(door.link("dorji@mail.example", "email/undo"))
    looks_right(owner.page)
    press(owner.page, "Take it back")
    expect(owner.page.locator("h1")).to_have_text("The change is taken back")
    page.goto("/account/")
    expect(page.locator("h1")).to_have_text("Sign in")
    owner.page.goto(door.link("dorji@mail.example", "password/reset/key"))
    looks_right(owner.page)
    owner.page.get_by_label("New password").fill("another-tide-pool-9")
    owner.page.get_by_label("The same password again").fill("another-tide-pool-9")
    press(owner.page, "Keep this password")
    sign_in(owner.page, "dorji@mail.example", "another-tide-pool-9")
    signed_in_as(owner.page, "Dorji")


def test_sessions_are_seen_and_ended(page: Page, door: Entrance, browser: Browser, visitors: list[Visitor]) -> None:
    other = Visitor(browser, door)
    visitors.append(other)
    for one in (page, other.page):
        sign_in(one, "chiara@mail.example")
        signed_in_as(one, "Chiara")
    page.goto("/accounts/sessions/")
    expect(page.locator("tbody tr").first).to_contain_text("this one")
    looks_right(page)
    page.locator("tbody tr", has_not_text="this one").first.get_by_role("button", name="End it").click()
    expect(page.get_by_role("status")).to_contain_text("This session is ended")
    other.page.goto("/account/")
    expect(other.page.locator("h1")).to_have_text("Sign in")
    press(page, "End all sessions")
    expect(page.locator("h1")).to_have_text("Sign in")


# Every address of the sign-in pages that can be opened by itself.
ADDRESSES = [
    "login", "signup", "logout", "inactive", "reauthenticate", "reauthenticate/code", "reauthenticate/code/confirm",
    "email", "confirm-email", "confirm-email/x", "password/change", "password/set", "password/reset",
    "password/reset/done", "password/reset/key/1-x", "password/reset/key/done", "2fa", "2fa/authenticate",
    "2fa/reauthenticate", "2fa/totp/activate", "2fa/totp/deactivate", "2fa/recovery-codes",
    "2fa/recovery-codes/generate", "2fa/webauthn", "2fa/webauthn/add", "2fa/webauthn/reauthenticate",
    "2fa/webauthn/login", "2fa/webauthn/keys/1/edit", "2fa/webauthn/keys/1/remove", "3rdparty", "3rdparty/signup",
    "3rdparty/login/cancelled", "3rdparty/login/error", "orcid/login", "orcid/login/callback", "github/login",
    "github/login/callback", "sessions", "email/undo/x", "email/undo/done",
]  # fmt: skip


@pytest.mark.parametrize("signed_in", [False, True], ids=["visitor", "member"])
def test_every_page_of_signing_in_looks_like_ours(signed_in: bool, page: Page) -> None:
    if signed_in:
        sign_in(page, "esra@mail.example")
        page.goto("/accounts/2fa/totp/activate/")
        is_it_you(page)
    seen, found = set(), []
    for path in ADDRESSES:
        answer = page.goto(f"/accounts/{path}/")
        assert answer is not None
        assert answer.status in {200, 401, 404, 410}, path  # 410: a mailed link that is no longer good
        if page.url not in seen:
            seen.add(page.url)
            found += [f"{path}: {fault}" for fault in faults(page)]
            assert page.locator("header.site-head").count() == page.locator("h1").count() == 1, path
            inside = signed_in and page.locator("nav.section-nav").count()
            assert not inside or page.locator("nav.section-nav [aria-current=page]").count() == 1, path
    assert found == []
