"""In Chinese no blank follows a full stop, comma or colon: sentences that templates join stand close to each other."""

from __future__ import annotations

import re

from django.urls import reverse

from tests.projects.terms.test_card_pages import client_of

# A blank on one line, behind a Chinese mark and before a Chinese word, whatever tags stand between.
_TAG = r"(?:</?(?:a|span|bdi|strong|em|q|code)\b[^>]*>)*"
_BLANK = re.compile(rf"[\u4e00-\u9fff”）]{{0,12}}[。；：！？，]{_TAG} +{_TAG}[\u4e00-\u9fff]{{1,12}}")


def test_no_blank_stands_behind_a_chinese_mark(client, recruiting, published, core_team):
    writer = client_of(core_team[0])
    slug = recruiting.slug
    open_to_all = [
        reverse("terms_read", args=[slug]),
        reverse("card_page", args=[slug]),
        reverse("check_set"),
        reverse("check_terms_page"),
        reverse("compare") + f"?a={slug}",
    ]
    of_the_writer = [
        reverse("terms_start", args=[slug]),
        reverse("terms_start", args=[slug]) + "?from=preset:mmteb",
        reverse("terms_publish", args=[slug]),
        *(reverse("terms_step", args=[slug, number]) for number in (1, 5, 7)),
    ]
    found = {}
    for who, addresses in ((client, open_to_all), (writer, of_the_writer)):
        for address in addresses:
            html = who.get(address, headers={"accept-language": "zh-hans"}).content.decode()
            assert "条款" in html
            found[address] = _BLANK.findall(html)
    assert {address: blanks for address, blanks in found.items() if blanks} == {}
