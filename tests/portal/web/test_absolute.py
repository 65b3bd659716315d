"""Addresses that are printed begin with the configured one."""

import pytest
from django.conf import settings

pytestmark = pytest.mark.django_db


def test_a_port_that_the_request_made_up_stands_in_no_printed_address(client):
    host = settings.CONCORD_BASE_URL.rpartition("/")[2].partition(":")[0]
    page = client.get("/help/api/", headers={"host": f"{host}:9999"}).content.decode()
    assert f"{settings.CONCORD_BASE_URL}/api/v1/" in page
    assert ":9999" not in page
