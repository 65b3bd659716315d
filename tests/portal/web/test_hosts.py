"""What a client says it asked for is no reason to fail."""

import pytest
from django.test import Client, override_settings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("port", ["99999", "65536", "0", "00", "7" * 30])
@pytest.mark.parametrize("name", ["127.0.0.1", "[::1]", "localhost"])
def test_a_port_that_there_is_not_is_no_failure(name, port):
    with override_settings(ALLOWED_HOSTS=["127.0.0.1", "[::1]", "localhost"]):
        for address in ("/", "/accounts/login/", "/accounts/signup/", "/check/", "/api/v1/projects/"):
            answer = Client(raise_request_exception=False).get(address, headers={"host": f"{name}:{port}"})
            assert answer.status_code in (200, 302), address
