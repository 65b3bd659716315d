"""One's own profile: the sort key, what is public, and text that must not come in."""

import datetime as dt

import pytest
from django.core import mail

from portal.people import proofs, services
from portal.people.models import Profile
from portal.people.showing import ALWAYS, PARTS
from tests.portal.people.test_pages import FORM, account

pytestmark = pytest.mark.django_db
AT = dt.datetime(2027, 1, 5, 9, 0, tzinfo=dt.UTC)
# Each name as typed, and the key by the rule of `root-folded/1`, folded by hand.
KEYS = [
    ("Ana Quispe", "Ana", "Quispe", "quispe  ana"),
    ("Teuku Rahmat", "", "", "teuku rahmat"),
    ("Yutong Chen", "Yutong", "Chen", "chen  yutong"),
    ("陈雨桐", "雨桐", "陈", "陈  雨桐"),
    ("ליאת אלקלעי", "ליאת", "אלקלעי", "אלקלעי  ליאת"),
    ("Lucía de la Cruz Ñáñez", "Lucía", "de la Cruz Ñáñez", "de la cruz nanez  lucia"),
]


@pytest.mark.parametrize(("printed", "given", "family", "sorts"), KEYS)
def test_the_sort_key_follows_from_the_names_and_is_shown(client, printed, given, family, sorts):
    user = account()
    client.force_login(user)
    typed = {**FORM, "printed_name": printed, "given": given, "family": family}
    # Not saved yet: a wrong value elsewhere, and still the key is that of what was typed.
    refused = client.post("/account/", {**typed, "zone": "Mars/Olympus"})
    assert (refused.status_code, f'<code dir="auto">{sorts}</code>' in refused.content.decode()) == (422, True)
    assert client.post("/account/", typed).status_code == 302
    assert Profile.objects.get(subject=user.subject).sort_key == sorts
    assert f'<code dir="auto">{sorts}</code>' in client.get("/account/").content.decode()


# What of the full page of somebody goes away with each part.
SEEN = {
    "native_name": "ANA-IN-ITS-OWN-SCRIPT",
    "affiliations": "Pacific Reef Observatory",
    "orcid": "0000-0002-1825-0097",
    "about": "Led reef surveys",
}


@pytest.mark.parametrize("hidden", [*SEEN, None])
def test_a_part_that_is_not_ticked_is_not_on_the_page(client, hidden):
    client.force_login(account())
    public = [part for part in PARTS if part != hidden]
    assert client.post("/account/", {**FORM, "native_name": SEEN["native_name"], "public": public}).status_code == 302
    html = client.get("/people/ana.quispe/").content.decode()
    assert {part for part, text in SEEN.items() if text not in html} == ({hidden} if hidden else set())


def test_the_page_says_what_stays_public_and_why(client):
    client.force_login(account())
    html = client.get("/account/").content.decode()
    for what, why in ALWAYS:
        assert str(what) in html
        assert str(why).replace("'", "&#x27;") in html
    for name, (title, stays) in PARTS.items():
        assert f'value="{name}"' in html
        assert str(title) in html
        assert str(stays).replace("'", "&#x27;") in html
    assert 'href="/people/ana.quispe/"' in html


def test_an_unknown_part_is_refused(client):
    user = account()
    client.force_login(user)
    assert client.post("/account/", {**FORM, "public": ["orcid", "everything"]}).status_code == 422
    assert Profile.objects.get(subject=user.subject).private == []


def test_an_orcid_one_signs_in_with_stays_and_is_shown_as_verified(client):
    user = account()
    proofs.prove(user=user, orcid="0000-0001-5109-3700")
    client.force_login(user)
    assert client.post("/account/", FORM).status_code == 302  # names another iD
    profile = Profile.objects.get(subject=user.subject)
    assert profile.orcid == "0000-0001-5109-3700"
    assert profile.orcid_proved_at
    html = client.get("/people/ana.quispe/").content.decode()
    assert 'href="https://orcid.org/0000-0001-5109-3700"' in html
    assert "verified" in html
    assert "not verified" not in html


HOSTILE = {
    "bidi override": "Ana\u202eepsiuQ",
    "bidi isolate": "Ana \u2067Quispe",
    "zero width space": "Ana\u200b Quispe",
    "tag characters": "Ana\U000e0041 Quispe",
    "joiner without a script for it": "An\u200da Quispe",
    "Cyrillic twin in a Latin word": "An\u0430 Quispe",
    "Greek twin in a Latin word": "Ana Qu\u03bfspe",
}


@pytest.mark.parametrize("field", ["printed_name", "given", "family", "native_name"])
@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
def test_b80_controls_and_mixed_scripts_are_refused_in_names(client, field, value):
    user = account()
    client.force_login(user)
    answer = client.post("/account/", {**FORM, field: value})
    assert answer.status_code == 422
    assert Profile.objects.get(subject=user.subject).printed_name == "Ana Lucía Quispe Mamani"


@pytest.mark.parametrize("value", ["نور\u200cالدین", "ಶ್ರೀ\u200d", "Jean-Luc O’Hara", "大坂 なおみ", "Björk"])
def test_b80_names_that_need_a_joiner_or_another_script_are_taken(client, value):
    user = account()
    client.force_login(user)
    assert client.post("/account/", {**FORM, "printed_name": value, "given": "", "family": ""}).status_code == 302
    assert Profile.objects.get(subject=user.subject).printed_name == value


NO_TEXT = {"NUL": "A\0na", "U+FFFF": "A\uffffna", "lone surrogate": "A\ud800na", "half a letter": b"printed_name=A%ff"}


@pytest.mark.parametrize("value", NO_TEXT.values(), ids=NO_TEXT)
def test_b81_what_is_no_text_is_a_4xx_and_changes_nothing(client, value):
    user = account()
    client.force_login(user)
    body = value if isinstance(value, bytes) else _encoded({**FORM, "printed_name": value})
    answer = client.post("/account/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in {400, 422}
    assert Profile.objects.get(subject=user.subject).printed_name == "Ana Lucía Quispe Mamani"


def _encoded(form) -> bytes:
    from urllib.parse import quote_plus

    rows = [(name, one) for name, some in form.items() for one in (some if isinstance(some, list) else [some])]
    return "&".join(f"{name}={quote_plus(one, errors='surrogatepass')}" for name, one in rows).encode()


def test_b82_nfc_and_nfd_are_one_handle_and_one_name():
    user = account(printed_name="Jose\u0301 Nin\u0303o", given="", family="")
    profile = Profile.objects.get(subject=user.subject)
    assert profile.printed_name == "José Niño"
    with pytest.raises(services.Refused):
        account("ＡＮＡ.Quispe")


@pytest.mark.parametrize("break_", ["\r\n", "\n", "\r", "\u2028"])
def test_b10_a_line_break_in_a_name_is_refused_and_mails_nobody(client, break_):
    user = account()
    client.force_login(user)
    answer = client.post("/account/", {**FORM, "printed_name": f"Ana{break_}Bcc: all@example.org"})
    assert answer.status_code == 422
    assert mail.outbox == []
    assert "Bcc" not in Profile.objects.get(subject=user.subject).printed_name


def test_b92_public_ids_are_random_and_never_made_from_the_address():
    first = account()
    second = account("ana.quispa")
    ids = {first.subject.pk, second.subject.pk}
    assert len(ids) == 2
    assert all(len(one) == 13 and one.startswith("s") for one in ids)
    import hashlib

    for name in ("md5", "sha1", "sha256"):
        digest = hashlib.new(name, first.email.encode(), usedforsecurity=False).hexdigest()
        assert digest[:8] not in first.subject.pk
        assert first.email.split("@")[0] not in first.subject.pk
