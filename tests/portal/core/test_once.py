"""A request that only reads asks once; everything else asks each time."""

from itertools import count

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from portal.core import clock
from portal.core.once import forget, once, while_alone, while_reading
from portal.core.web.reading import ReadingMiddleware


@pytest.fixture
def numbers():
    made = count(1)
    return lambda: once("number", lambda: next(made))


def test_outside_of_reading_each_question_is_asked(numbers):
    assert [numbers(), numbers()] == [1, 2]


def test_while_reading_the_first_answer_serves_and_is_gone_afterwards(numbers):
    with while_reading():
        assert [numbers(), numbers()] == [1, 1]
    with while_reading():
        assert numbers() == 2
    assert numbers() == 3


def test_alone_only_what_is_named_is_remembered_until_it_is_forgotten(numbers):
    made = count(10)

    def rows():
        return once(("rows", 7), lambda: next(made))

    with while_alone("rows"):
        assert [rows(), rows(), numbers(), numbers()] == [10, 10, 1, 2]
        forget()
        assert [rows(), rows()] == [11, 11]
    assert rows() == 12


@pytest.mark.parametrize(("method", "said"), [("get", [1, 1]), ("head", [1, 1]), ("post", [1, 2])])
def test_only_requests_that_read_are_read_for_once(numbers, method, said):
    heard = []

    def view(request):
        heard.extend([numbers(), numbers()])
        return HttpResponse()

    ReadingMiddleware(view)(getattr(RequestFactory(), method)("/"))
    assert heard == said


@pytest.mark.django_db
def test_a_page_has_one_instant(django_assert_num_queries):
    with while_reading(), django_assert_num_queries(1):
        assert clock.deciding() == clock.deciding()
