"""The tables of moves as diagrams (Mermaid), for the docs and for nobody to draw by hand."""

from django.utils.translation import override

from portal.core.workflow import registry
from portal.core.workflow.moves import Moves


def mermaid(moves: Moves) -> str:
    """A state nothing leads to is where things begin; one that leads nowhere is an end."""
    edges = [
        (source.value, target.value, action)
        for action, (sources, target) in moves.table.items()
        for source in moves.states
        if source in sources
    ]
    sources, targets = {edge[0] for edge in edges}, {edge[1] for edge in edges}
    used = [state.value for state in moves.states if state.value in sources | targets]
    lines = ["stateDiagram-v2"]
    lines += [f"    [*] --> {state}" for state in used if state not in targets]
    lines += [f"    {source} --> {target}: {action}" for source, target, action in edges]
    lines += [f"    {state} --> [*]" for state in used if state not in sources]
    return "\n".join(lines)


def markdown() -> str:
    """`docs/transitions.md`, in English."""
    with override("en"):
        parts = [
            "# What may happen when\n",
            "Made from the tables of moves (`states.py` of each room) by `manage.py write_docs`; do not edit.\n",
        ]
        for name, moves in sorted(registry.registered().items()):
            labels = ", ".join(f"`{state.value}` {state.label}" for state in moves.states)
            parts.append(f"## {name.capitalize()}\n\n{labels}\n\n```mermaid\n{mermaid(moves)}\n```\n")
    return "\n".join(parts)
