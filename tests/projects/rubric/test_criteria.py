"""What a criterion may say, and the templates: pure, values by hand."""

import pytest

from projects.rubric import criteria, offers, topics

OLD = [{"id": "sound", "sentence": "It follows from the data."}]
WHOLE = {
    "id": "sound",
    "sentence": "It follows from the data.",
    "label": "Sound",
    "hint": "Recompute it.",
    "levels": ["no", "yes"],
    "topic": "validity",
}
# The ten topics of a rubric, in the order in which a reader is told of them.
TEN = (
    *("validity", "matching", "lazy", "solvable", "formats"),
    *("placeholders", "difficulty", "expert", "contamination", "sources"),
)


def test_a_rubric_without_the_newer_fields_keeps_its_hash():
    """By sha256sum over {"criteria":[{"id":"sound","sentence":"It follows from the data."}],"title":"Standard"}."""
    assert criteria.hash_of("Standard", OLD) == "bf021a10fdff020447ac2c1461b38da5648af5ad3c7b10e9ffe4165b2caf1a41"
    empty = {**OLD[0], "label": " ", "hint": "", "levels": ["", " "], "topic": ""}
    rows, wrong = criteria.cleaned([empty])
    assert (rows, wrong) == (OLD, {})


def test_the_hash_holds_what_is_said():
    """As above, with the keys in order: hint, id, label, levels, sentence, topic."""
    assert criteria.hash_of("Standard", [WHOLE]) == "a11eb0dcba0ecaae98c1c5332e71315becd1f10d7343dc9ca41faeb7aa8ce648"
    assert criteria.cleaned([WHOLE]) == ([WHOLE], {})


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"levels": ["a", "b", "c", "d", "e", "f"]}, "at most 5 steps"),
        ({"topic": "taste"}, "Choose one of the topics"),
        ({"hint": "h\u202eint"}, "direction"),
        ({"label": "l\0abel"}, "not text"),
        ({"levels": ["no", "y\u200bes"]}, "seen"),
        ({"hint": "x" * 501}, "At most 500 characters"),
        ({"label": "井" * 61}, "At most 60 characters"),
        ({"sentence": "x" * 501}, "At most 500 characters"),
        ({"levels": ["no", "x" * 41]}, "At most 40 characters"),
    ],
)
def test_what_cannot_be_kept_is_named_with_its_row(changed, reason):
    _rows, wrong = criteria.cleaned([*OLD, {**WHOLE, **changed}])
    assert list(wrong) == [1]
    assert reason in " ".join(wrong[1])


def test_texts_of_the_greatest_length_are_kept_in_any_script():
    row = {**WHOLE, "sentence": "井" * 500, "label": "井" * 60, "hint": "井" * 500, "levels": ["无", "井" * 40]}
    assert criteria.cleaned([row]) == ([row], {})


def test_no_more_steps_are_read_than_tell_that_there_are_too_many():
    [row], _wrong = criteria.cleaned([{**WHOLE, "levels": [str(number) for number in range(1000)]}])
    assert len(row["levels"]) == 6


@pytest.mark.parametrize(("levels", "reason"), [(["no"], "at least 2 steps"), (["No", "no"], "same words")])
def test_a_scale_that_decides_nothing_is_not_published(levels, reason):
    assert reason in " ".join(criteria.problems([{**WHOLE, "levels": levels}])[0])


def test_steps_and_names_fall_back_to_numbers_and_the_sentence():
    assert criteria.steps(OLD[0]) == ["1", "2", "3", "4", "5"]
    assert criteria.steps(WHOLE) == ["no", "yes"]
    assert (criteria.short(OLD[0]), criteria.short(WHOLE)) == ("It follows from the data.", "Sound")


def test_what_no_criterion_asks_is_told_once_one_names_a_topic():
    assert topics.IDS == TEN
    assert topics.unasked(OLD) == []
    assert [one.id for one in topics.unasked([WHOLE])] == list(TEN[1:])
    assert str(topics.unasked([WHOLE])[1].missing) == "No criterion asks whether a lazy solution passes."


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
@pytest.mark.parametrize("slug", ["written-questions", "code-and-agents", "data-and-labels"])
def test_every_template_covers_the_ten_topics_in_both_languages(slug, lang):
    found = offers.offer(slug, lang)
    assert [row["topic"] for row in found.criteria] == list(TEN)
    assert criteria.cleaned(found.criteria) == (found.criteria, {})
    assert criteria.problems(found.criteria) == {}
    assert all(set(row) == {"id", "label", "sentence", "hint", "levels", "topic"} for row in found.criteria)
    assert [len(row["levels"]) for row in found.criteria] == [4] * 10
    texts = [
        found.title,
        found.sentence,
        *(row[name] for row in found.criteria for name in ("label", "sentence", "hint")),
    ]
    assert all(any("\u4e00" <= c <= "\u9fff" for c in text) is (lang == "zh-hans") for text in texts)


def test_the_languages_of_one_template_have_the_same_criteria():
    for one, other in zip(offers.offers("en"), offers.offers("zh-hans"), strict=True):
        assert [row["id"] for row in one.criteria] == [row["id"] for row in other.criteria]
    assert offers.offer("written-questions", "fr") is None
    assert offers.offer("no-such", "en") is None
