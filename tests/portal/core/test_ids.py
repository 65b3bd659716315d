"""Public ids are random and can be read aloud."""

from portal.core import ids


def test_ids_are_random_short_and_without_look_alikes() -> None:
    found = {ids.subject_id() for _ in range(2000)}
    assert len(found) == 2000
    assert all(len(id) == 13 and id[0] == "s" for id in found)
    used = {letter for id in found for letter in id[1:]}
    assert used == set(ids.ALPHABET)
    assert not used & set("01loi")
    assert (ids.project_id()[0], ids.task_id()[0]) == ("p", "t")
