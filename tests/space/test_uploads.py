"""Uploaded files: several systems, token tables and texts, and what is refused."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, compare, score_nuggets
from event_scoring.examples import nugget_corpus
from event_scoring.formats.json_lines import write_json_lines
from spaces_app.comparisons import systems_html
from spaces_app.limits import MAX_SYSTEMS
from spaces_app.tabs import ARGUMENT_PAGE, NUGGET_PAGE
from spaces_app.uploads import Upload, score_files
from tests.space.samples import ARGUMENT_EXAMPLES

WORDS = ["Rebels", "attacked", "the", "village", "on", "Monday", "killing", "four"]
TEXT = " ".join(WORDS)
STARTS = [TEXT.index(word) for word in WORDS]


def tbf(folder: Path, name: str, *rows: tuple[str, str]) -> str:
    lines = [f"run\td1\tE{number}\t{span}\t_\t{kind}\tActual" for number, (span, kind) in enumerate(rows)]
    path = folder / f"{name}.tbf"
    path.write_text("\n".join(["#BeginOfDocument d1", *lines, "#EndOfDocument", ""]))
    return str(path)


def archive(folder: Path, name: str, files: dict[str, str]) -> str:
    path = folder / f"{name}.zip"
    with zipfile.ZipFile(path, "w") as opened:
        for file, text in files.items():
            opened.writestr(f"{name}/{file}", text)
    return str(path)


def tables(folder: Path) -> str:
    rows = [f"t{place}\t{word}\t{STARTS[place]}\t{STARTS[place] + len(word)}" for place, word in enumerate(WORDS)]
    return archive(folder, "tables", {"d1.tab": "\n".join(rows)})


def no_options(_: Any) -> dict[str, Any]:
    return {}


def lanes(html: str) -> str:
    return re.sub("<[^>]+>", "", html[html.index("es-lanes") :].partition("Mapping table")[0])


def test_token_tables_say_what_tokens_are_and_show_the_words(tmp_path: Path) -> None:
    gold = tbf(tmp_path, "gold", ("t1", "Attack"), ("t6,t7", "Die"))
    system = tbf(tmp_path, "run", ("t1", "Attack"), ("t6", "Die"))
    scored = score_files(NUGGET_PAGE, Upload(gold, [system], "char", [tables(tmp_path)]), no_options)
    result = scored["run.tbf"].result
    expected = score_nuggets(
        [
            [
                {"token_ids": [1], "type": "Attack", "realis": "Actual"},
                {"token_ids": [6], "type": "Die", "realis": "Actual"},
            ]
        ],
        [
            [
                {"token_ids": [1], "type": "Attack", "realis": "Actual"},
                {"token_ids": [6, 7], "type": "Die", "realis": "Actual"},
            ]
        ],
    )
    assert result["span_f1"] == expected["span_f1"]
    html = systems_html(scored)
    for word in WORDS:
        assert word in lanes(html)
    assert "killing four" in html[html.index("Mapping table") :]


def test_texts_show_what_characters_are(tmp_path: Path) -> None:
    start = STARTS[6]
    gold = tbf(tmp_path, "gold", (f"{start},{len(TEXT)}", "Die"))
    system = tbf(tmp_path, "run", (f"{start},{start + 7}", "Die"))
    texts = archive(tmp_path, "texts", {"d1.txt": TEXT})
    html = systems_html(score_files(NUGGET_PAGE, Upload(gold, [system], words=[texts]), no_options))
    assert "village" in lanes(html)
    assert "killing four" in html[html.index("Mapping table") :]


def several(folder: Path, count: int = 3) -> tuple[Upload, dict[str, Any], list[Any]]:
    predictions, references = nugget_corpus()
    systems = {}
    for number in range(count):
        name = f"run{number}.jsonl"
        systems[name] = (
            predictions if number == 0 else [{**side, "mentions": side["mentions"][:number]} for side in predictions]
        )
        write_json_lines(systems[name], folder / name)
    write_json_lines(references, folder / "gold.jsonl")
    return Upload(str(folder / "gold.jsonl"), [str(folder / name) for name in systems]), systems, references


def test_several_systems_are_compared(tmp_path: Path) -> None:
    upload, systems, references = several(tmp_path)
    scored = score_files(NUGGET_PAGE, upload, no_options)
    assert list(scored) == list(systems)
    for name, each in scored.items():
        assert each.result["span_f1"] == score_nuggets(systems[name], references)["span_f1"]
    html = systems_html(scored)
    keys = ["span_f1", "type_f1", "realis_f1", "type_realis_f1"]
    data = compare(systems, references, scores=keys).data
    for of_key in data["scores"].values():
        for row in of_key.values():
            assert f'title="{row["low"]:.3f} to {row["high"]:.3f}"' in html
            assert re.search(rf"{row['value']:.4f}(</b>)?<span", html)
    assert data["signature"] in html
    assert html.count('<details class="es-system"') == 3
    assert html.count('<details class="es-system" open>') == 1
    for ending in ("json", "csv", "tex", "md"):
        assert f'download="comparison.{ending}"' in html


def test_of_one_system_there_is_no_comparison(tmp_path: Path) -> None:
    upload, _, _ = several(tmp_path, 1)
    assert "es-system" not in systems_html(score_files(NUGGET_PAGE, upload, no_options))


def test_intervals_of_the_results_do_not_disturb_the_comparison(tmp_path: Path) -> None:
    upload, _, _ = several(tmp_path)
    html = systems_html(score_files(NUGGET_PAGE, upload, lambda _: {"confidence": 0.95, "protocol": "pilot"}))
    assert html.count("protocol:pilot") >= 4


def test_arguments_are_compared_too(tmp_path: Path) -> None:
    first = ARGUMENT_EXAMPLES[0]
    for name, documents in (("gold", first.references), ("a", first.predictions), ("b", first.references)):
        write_json_lines(documents, tmp_path / f"{name}.jsonl")
    paths = [str(tmp_path / f"{name}.jsonl") for name in ("gold", "a", "b")]
    html = systems_html(score_files(ARGUMENT_PAGE, Upload(paths[0], paths[1:]), no_options))
    assert "argument score" in html.partition("</table>")[0]


def test_what_is_refused(tmp_path: Path) -> None:
    upload, _, _ = several(tmp_path, 1)
    many = Upload(upload.gold, upload.systems * (MAX_SYSTEMS + 1))
    with pytest.raises(InputError, match="expected at most 8 systems, got 9"):
        score_files(NUGGET_PAGE, many, no_options)
    with pytest.raises(InputError, match="expected a system file, got none"):
        score_files(NUGGET_PAGE, Upload(upload.gold, []), no_options)
    with pytest.raises(InputError, match="expected a reference file, got none"):
        score_files(NUGGET_PAGE, Upload(None, upload.systems), no_options)
    Path(upload.systems[0] + ".bad").write_text("")
    with pytest.raises(InputError, match=r"expected token tables \(.tab\), texts \(.txt\), a zip file of them"):
        score_files(NUGGET_PAGE, Upload(upload.gold, upload.systems, words=[upload.systems[0] + ".bad"]), no_options)
    pictures = archive(tmp_path, "pictures", {"a.png": ""})
    with pytest.raises(InputError, match=r"expected texts named after the documents \(.txt\), got none") as caught:
        score_files(NUGGET_PAGE, Upload(upload.gold, upload.systems, words=[pictures]), no_options)
    assert str(tmp_path) not in str(caught.value)


def test_too_many_documents_to_compare(tmp_path: Path) -> None:
    mentions = [{"token_ids": [0], "type": "A"}]
    documents = [{"doc_id": str(number), "mentions": mentions} for number in range(2000)]
    for name in ("gold", "a", "b", "c"):
        write_json_lines(documents, tmp_path / f"{name}.jsonl")
    gold, *systems = (str(tmp_path / f"{name}.jsonl") for name in ("gold", "a", "b", "c"))
    scored = score_files(NUGGET_PAGE, Upload(gold, systems), no_options)
    with pytest.raises(InputError, match="expected at most 5,000,000 documents times systems times bootstrap samples"):
        systems_html(scored)


def test_a_file_that_is_given_twice_hides_no_other(tmp_path: Path) -> None:
    upload, _, _ = several(tmp_path, 1)
    twice = Upload(upload.gold, [upload.systems[0]] * 2)
    assert list(score_files(NUGGET_PAGE, twice, no_options)) == ["run0.jsonl", "run0.jsonl (2)"]
