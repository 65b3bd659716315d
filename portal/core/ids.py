"""Random public identifiers. Nothing is derived from an e-mail or a sequence."""

import secrets

# Lower-case letters and digits without those that are read for one another (0 o 1 l i).
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def random_id(prefix: str = "") -> str:
    """`prefix` followed by 12 random characters (about 59 bits)."""
    return prefix + "".join(secrets.choice(ALPHABET) for _ in range(12))


def project_id() -> str:
    return random_id("p")


def subject_id() -> str:
    return random_id("s")


def task_id() -> str:
    return random_id("t")


def proposal_id() -> str:
    return random_id("q")


def notice_id() -> str:
    return random_id("n")
