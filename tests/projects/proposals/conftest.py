import pytest

from tests.projects.journey import Journey, fresh
from tests.projects.proposals.proposing import opened


@pytest.fixture
def taking(fresh: Journey) -> Journey:
    """Proposals are welcome; Ines answers them, within 14 days."""
    return opened(fresh)


__all__ = ["Journey", "fresh", "taking"]
