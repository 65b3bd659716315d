"""What `make check` says of a catalogue that is not whole."""

import polib

from tests.checks.messages import differences


def catalogue(*entries: polib.POEntry) -> polib.POFile:
    made = polib.POFile()
    made.extend(entries)
    return made


def test_a_whole_catalogue_is_not_faulted() -> None:
    wanted = catalogue(polib.POEntry(msgid="Join %(project)s"), polib.POEntry(msgid="<b>Terms</b>"))
    whole = catalogue(
        polib.POEntry(msgid="Join %(project)s", msgstr="加入 %(project)s"),
        polib.POEntry(msgid="<b>Terms</b>", msgstr="<b>条款</b>"),
    )
    assert differences(wanted, whole) == []


def test_each_fault_is_named() -> None:
    wanted = catalogue(
        polib.POEntry(msgid="Missing"),
        polib.POEntry(msgid="Empty"),
        polib.POEntry(msgid="Doubtful"),
        polib.POEntry(msgid="Hello %(name)s"),
    )
    faulty = catalogue(
        polib.POEntry(msgid="Empty", msgstr=""),
        polib.POEntry(msgid="Doubtful", msgstr="存疑", flags=["fuzzy"]),
        polib.POEntry(msgid="Hello %(name)s", msgstr="你好 %(nmae)s"),
        polib.POEntry(msgid="Gone", msgstr="已删"),
    )
    assert differences(wanted, faulty) == [
        "not in the catalogue: 'Missing'",
        "no longer in the sources: 'Gone'",
        "not translated: 'Empty'",
        "not translated: 'Doubtful'",
        "a placeholder or tag that the source lacks: 'Hello %(name)s'",
    ]
