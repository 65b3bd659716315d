from __future__ import annotations

import pytest
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext

from portal.people.borrowed import SENTENCES


def test_borrowed_sentences_address_people_as_the_site_does() -> None:
    with translation.override("zh-hans"):
        said = [gettext(sentence) for sentence in SENTENCES]
    assert not [one for one in said if "您" in one or one in SENTENCES]


def test_a_short_password_is_refused_in_the_language_of_the_page() -> None:
    with translation.override("zh-hans"), pytest.raises(ValidationError) as refusal:
        MinimumLengthValidator(10).validate("short")
    assert refusal.value.messages == ["密码太短，须至少有 10 个字符。"]
