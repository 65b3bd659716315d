"""Components: a template with declared arguments.

A component is a keyword-only function that returns the context of `templates/components/<name>.html`.
Its signature is the declaration: `{% component %}` refuses an unknown or a missing argument when the
page's template is compiled, not when somebody looks at the page.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

Maker = Callable[..., dict[str, Any]]


class ComponentError(Exception):
    """A component that does not exist, or arguments that it does not declare."""


@dataclass(frozen=True)
class Component:
    """`kept`: drawn once for the same arguments (`portal.core.web.pieces`)."""

    name: str
    make: Maker
    template: str
    kept: bool = False

    def check(self, given: Iterable[str]) -> None:
        """Raises ComponentError when `given` names an unknown argument or leaves out a mandatory one."""
        parameters = inspect.signature(self.make).parameters
        names = set(given)
        unknown = sorted(names - parameters.keys())
        missing = sorted(
            name for name, p in parameters.items() if p.default is inspect.Parameter.empty and name not in names
        )
        if unknown:
            raise ComponentError(f"component {self.name} has no argument {', '.join(unknown)}")
        if missing:
            raise ComponentError(f"component {self.name} needs {', '.join(missing)}")


_components: dict[str, Component] = {}


def component(make: Maker) -> Maker:
    """Registers `make` under its own name; every parameter must be keyword-only."""
    return _registered(make, kept=False)


def kept(make: Maker) -> Maker:
    """A component that is a function of its arguments and the language alone; its template sees neither request nor
    reader."""
    return _registered(make, kept=True)


def _registered(make: Maker, *, kept: bool) -> Maker:
    for parameter in inspect.signature(make).parameters.values():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            raise ComponentError(f"arguments of component {make.__name__} must be keyword-only")
    name = make.__name__
    _components[name] = Component(name, make, f"components/{name}.html", kept)
    return make


def get(name: str) -> Component:
    if name not in _components:
        raise ComponentError(f"there is no component {name}")
    return _components[name]


def names() -> list[str]:
    return sorted(_components)
