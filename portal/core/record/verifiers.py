"""What `manage.py verify` asks, in order. The wiring adds what upper rooms know: sums, stored lists."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from portal.core.record.models import RecordHead


class Named(Protocol):
    """A project as `verify` meets it."""

    @property
    def public_id(self) -> str: ...

    @property
    def slug(self) -> str: ...


# Yields a sentence for each thing that is wrong, naming table and seq, the first one first.
SiteVerifier = Callable[[], Iterable[str]]
ProjectVerifier = Callable[..., Iterable[str]]
Projects = Callable[[str | None], Iterable[Named]]


@dataclass(frozen=True)
class _Bare:
    """A project of which the record knows the id alone."""

    public_id: str

    @property
    def slug(self) -> str:
        return self.public_id


def _by_heads(name: str | None) -> Iterable[Named]:
    heads = RecordHead.objects.order_by("project")
    for head in heads.filter(project=name) if name else heads:
        yield _Bare(head.project)


_site: dict[str, SiteVerifier] = {}
_project: dict[str, ProjectVerifier] = {}
_projects: list[Projects] = [_by_heads]


def register_site(name: str, verifier: SiteVerifier) -> None:
    """Asked once a run; `name` stands in the `ok` line."""
    _site[name] = verifier


def register_project(name: str, verifier: ProjectVerifier) -> None:
    """Asked with each project."""
    _project[name] = verifier


def provide_projects(provider: Projects) -> None:
    """The wiring's: the projects of a slug, or all of them for None. Without it, ids stand for slugs."""
    _projects[:] = [provider]


def site() -> dict[str, SiteVerifier]:
    return dict(_site)


def project() -> dict[str, ProjectVerifier]:
    return dict(_project)


def projects(slug: str | None) -> list[Named]:
    return list(_projects[0](slug))
