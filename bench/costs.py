"""Where the time of one thing goes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """Milliseconds of the whole and of its parts; what the parts leave is everything else."""

    what: str
    whole_ms: float
    parts: dict[str, float]
