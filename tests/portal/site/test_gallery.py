"""The page of components renders each of them, and is there for builders only."""

import pytest
from django.test import override_settings
from django.urls import include, path

pytestmark = pytest.mark.django_db
urlpatterns = [path("", include("portal.site.gallery.urls")), path("", include("portal.urls"))]


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_component_is_shown(client, language):
    client.cookies["django_language"] = language
    answer = client.get("/gallery/")
    assert answer.status_code == 200
    assert answer.content.decode().count('class="credit__row') > 3
