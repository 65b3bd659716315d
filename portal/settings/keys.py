"""Secrets that are made once and kept in the data folder, so that a new clone starts without configuration."""

import os
import secrets
from pathlib import Path


def kept(data_dir: Path, name: str) -> str:
    """32 random bytes as hex from `data_dir/keys/name`, made (mode 0600) at the first call.

    Processes that start together agree: the file is written whole beside its place and linked into it,
    and the first link wins.
    """
    folder = data_dir / "keys"
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = folder / f".{name}-{secrets.token_hex(8)}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
