from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from portal.settings.keys import kept


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: kept(tmp_path, "secret_key"), range(64)))
    assert len(found) == 1
    assert [path.name for path in (tmp_path / "keys").iterdir()] == ["secret_key"]
    assert (tmp_path / "keys" / "secret_key").stat().st_mode & 0o777 == 0o600
