from pathlib import Path

from portal.run.prepare import file_system


def test_the_mount_nearest_to_the_folder_decides(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    share = tmp_path / "a share"
    folder = share / "data"
    folder.mkdir(parents=True)
    named = str(share.resolve()).replace(" ", "\\040")
    mounts.write_text(f"/dev/a / ext4 rw 0 0\nserver:/x {named} nfs4 rw 0 0\ntmpfs {named}2 tmpfs rw 0 0\n")
    assert file_system(folder, mounts) == "nfs4"
    assert file_system(tmp_path, mounts) == "ext4"


def test_a_system_without_a_list_of_mounts_is_not_judged(tmp_path: Path) -> None:
    assert file_system(tmp_path, tmp_path / "none") == ""
