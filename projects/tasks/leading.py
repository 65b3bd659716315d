"""When a lead may decide. Pure; the room of reviews and the turn marker ask the same."""


def reviews_before_lead(kind: str, quorum: int) -> int:
    """How many reviews a lead waits for. In a final stage the lead is one of the reviewers the terms count."""
    return quorum if kind == "review" else quorum - 1
