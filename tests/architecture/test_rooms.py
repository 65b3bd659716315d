"""The furniture of the house."""

from pathlib import Path

from django.apps import apps

from portal.celery import app
from portal.notices import registry
from portal.settings.base import INSTALLED_APPS
from tests.architecture.test_imports import PACKAGES
from tests.running import ROOT

SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
# What the roof puts together and a room must not keep.
NO_ROOM = {"utils", "helpers", "common", "misc"}


def test_every_rooms_init_is_empty() -> None:
    """A piece that outgrew its file is a folder inside a room, and may name its parts."""
    furniture = {"services", "views", "models", "queries", "forms", "components"}
    inits = [path for path in SOURCES if path.name == "__init__.py" and path.parent.name not in furniture]
    assert len(inits) > 30
    assert [str(path.relative_to(ROOT)) for path in inits if path.read_text().strip()] == []


def test_nothing_is_called_utils_helpers_or_common() -> None:
    named = {path.stem for path in SOURCES} | {path.parent.name for path in SOURCES}
    assert "reviews" in named
    assert named & NO_ROOM == set()


def test_every_jobs_file_is_registered_with_celery_and_the_dispatcher() -> None:
    written = {".".join(path.parent.relative_to(ROOT).parts) for path in SOURCES if path.name == "jobs.py"}
    assert written == set(registry.ROOMS_WITH_JOBS)
    app.loader.import_default_modules()
    assert [task for task in app.tasks if not task.startswith("celery.")] == ["concord.run"]


def test_one_app_a_package_and_every_model_gathered() -> None:
    ours = [label for label in INSTALLED_APPS if label in PACKAGES]
    assert ours == list(PACKAGES)
    for package in PACKAGES:
        models = apps.get_app_config(package).get_models()
        homes = {model.__module__ for model in models}
        rooms = {
            ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for path in (ROOT / package).rglob("models.py")
            if "class " in path.read_text() and "models.Model" in path.read_text()
        }
        assert rooms <= homes


def test_commands_and_tag_libraries_are_doors() -> None:
    doors = [
        path
        for package in PACKAGES
        for folder in ("management/commands", "templatetags")
        for path in (ROOT / package / folder).glob("*.py")
        if path.name != "__init__.py"
    ]
    assert len(doors) >= 6
    long = {str(path.relative_to(ROOT)): lines(path) for path in doors if lines(path) > 3}
    assert long == {}


def lines(path: Path) -> int:
    return sum(1 for line in path.read_text().splitlines() if line.strip())
