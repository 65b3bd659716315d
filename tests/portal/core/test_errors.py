"""A reason that knows its field is still a text."""

import copy
import json
import pickle

from portal.core.errors import Reason, within


def test_a_reason_is_a_text_and_is_copied_with_its_field():
    one = Reason("Say more.", "text")
    assert (one, json.dumps([one])) == ("Say more.", '["Say more."]')
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (other, other.field) == ("Say more.", "text")


def test_reasons_of_a_part_stand_under_its_name():
    [one, other] = within("requests", [Reason("100 % of it.", "2.cure"), "Too many."], "Request %(n)s: %(reason)s", n=2)
    assert (one, one.field) == ("Request 2: 100 % of it.", "requests.2.cure")
    assert (other, other.field) == ("Request 2: Too many.", "requests")
