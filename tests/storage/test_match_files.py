"""Match files on the disk: which are read, and which are refused before they are read."""

from pathlib import Path

import pytest

from bgterm.storage.errors import FileError
from bgterm.storage.match_files import decoded, read_file, write_file
from tests.reference import DATA

SAMPLE = DATA / "matches" / "s01_match1.mat"


def refusal(path: Path) -> str:
    with pytest.raises(FileError) as caught:
        read_file(path)
    return str(caught.value)


def test_a_file_is_read_by_the_end_of_its_name(tmp_path):
    copy = tmp_path / "MATCH.TXT"
    copy.write_bytes(SAMPLE.read_bytes())
    found = read_file(copy)
    assert (found.header.names, found.match.score, found.problems) == (("Ines", "Joao"), (1, 0), ())


def test_what_is_no_match_file_is_refused_in_a_sentence(tmp_path):
    assert refusal(tmp_path / "none.mat") == "none.mat: No such file or directory"
    assert refusal(tmp_path / "none.doc").startswith("none.doc: the end of the name selects the format: .mat,")
    folder = tmp_path / "folder.mat"
    folder.mkdir()
    assert refusal(folder) == "folder.mat: Is a directory"
    empty = tmp_path / "empty.mat"
    empty.touch()
    assert refusal(empty) == "empty.mat: there is no match in it"


def test_a_huge_file_is_refused_before_it_is_read(tmp_path):
    huge = tmp_path / "huge.mat"
    with huge.open("wb") as file:
        file.truncate(200 * 2**20)
    assert refusal(huge) == "huge.mat: larger than 8 MB, which no match needs; not read"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_any_encoding_is_read(tmp_path, encoding):
    path = tmp_path / "match.mat"
    text = SAMPLE.read_text().replace("Ines", "Inês").replace("Joao", "João").replace("\n", "\r\n")
    path.write_bytes(text.encode(encoding))
    found = read_file(path)
    assert (found.header.names, found.match.score, found.problems) == (("Inês", "João"), (1, 0), ())


def test_bytes_of_no_encoding_are_text_all_the_same():
    assert decoded(b"\xff\xfe\x00") == "\ufffd"
    assert decoded(b"a\x81b") == "a\ufffdb"


def test_a_file_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(FileError) as caught:
        write_file(tmp_path / "none" / "out.mat", b"one")
    assert str(caught.value) == f"{tmp_path / 'none'}: there is no such folder"
