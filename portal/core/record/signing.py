"""Ed25519 over canonical JSON. The seed is CHECKPOINT_KEY; public keys once used stay known beside the files."""

from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings
from django.utils.translation import gettext as _

from authorship.engine import canonical
from portal.core.errors import Refused


def sign(statement: object) -> tuple[str, str]:
    """(public key, signature), both hex. Refused without a key."""
    key = _key()
    public = _public(key)
    _remember(public)
    return public, key.sign(canonical.dumps(statement).encode()).hex()


def holds(statement: object, public: str, signature: str) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), canonical.dumps(statement).encode())
    except (ValueError, InvalidSignature):
        return False
    return True


def known_keys() -> frozenset[str]:
    """Every public key this site has signed with: old checkpoints verify after the key was changed."""
    known = {_public(_key())} if settings.CONCORD_CHECKPOINT_KEY else set()
    if _keys_file().exists():
        known |= set(_keys_file().read_text(encoding="ascii").split())
    return frozenset(known)


def folder() -> Path:
    path = Path(settings.CONCORD_DATA_DIR) / "checkpoints"
    path.mkdir(parents=True, exist_ok=True)
    return path


def _keys_file() -> Path:
    return folder() / "public-keys.txt"


def _remember(public: str) -> None:
    if not _keys_file().exists() or public not in _keys_file().read_text(encoding="ascii").split():
        with _keys_file().open("a", encoding="ascii") as file:
            file.write(public + "\n")


def _key() -> Ed25519PrivateKey:
    seed = settings.CONCORD_CHECKPOINT_KEY
    if not seed:
        raise Refused(_("No CHECKPOINT_KEY is set, so no checkpoint can be signed."))
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed))


def _public(key: Ed25519PrivateKey) -> str:
    raw = key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return raw.hex()
