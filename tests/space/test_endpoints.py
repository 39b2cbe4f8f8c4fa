"""The endpoints of the running page: the numbers of Python and of the command line, limits, and nothing left."""

from __future__ import annotations

import io
import json
import random
import time
import urllib.error
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_arguments, score_extraction, score_nuggets, score_templates
from event_scoring.cli.main import main
from event_scoring.examples import ARGUMENT_EXAMPLES, EXTRACTION_EXAMPLES, NUGGET_EXAMPLES, nugget_corpus
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.tbf.writing import write_tbf
from event_scoring.template_examples import TEMPLATE_EXAMPLES
from spaces_app.bundle import bundle, write
from tests.space.conftest import RunningPage, end, slowness, start
from tests.space.test_uploads import tables as token_tables
from tests.space.test_uploads import tbf

gradio_client = pytest.importorskip("gradio_client", reason="the client of gradio is not installed")


@pytest.fixture(scope="module")
def client(page: RunningPage) -> Any:
    return gradio_client.Client(page.url, verbose=False)


def plain(result: Any) -> Any:
    """As it comes through JSON."""
    return json.loads(json.dumps(result))


@pytest.mark.parametrize("example", NUGGET_EXAMPLES, ids=lambda example: example.name)
def test_nuggets_as_in_python(client: Any, example: Any) -> None:
    for protocol in ("paper", "evmeval-1.8"):
        options = {**example.options, "protocol": protocol, "details": True}
        found = client.predict(example.predictions, example.references, api_name="/score_nuggets", **options)
        assert found == plain(score_nuggets(example.predictions, example.references, **options))


@pytest.mark.parametrize("example", ARGUMENT_EXAMPLES, ids=lambda example: example.name)
def test_arguments_as_in_python(client: Any, example: Any) -> None:
    options: dict[str, Any] = {**example.options, "beta": 0.5, "details": True}
    found = client.predict(example.predictions, example.references, api_name="/score_arguments", **options)
    assert found == plain(score_arguments(example.predictions, example.references, **options))


@pytest.mark.parametrize("example", EXTRACTION_EXAMPLES, ids=lambda example: example.name)
def test_extraction_as_in_python(client: Any, example: Any) -> None:
    gold = [{**document, "tokens": example.tokens[document["doc_id"]]} for document in example.references]
    options: dict[str, Any] = {"modes": ["pipeline", "loose"], "details": True}
    found = client.predict(example.predictions, gold, api_name="/score_extraction", **options)
    assert found == plain(score_extraction(example.predictions, gold, **options))


@pytest.mark.parametrize("example", TEMPLATE_EXAMPLES, ids=lambda example: example.name)
def test_templates_as_in_python(client: Any, example: Any, tmp_path: Path) -> None:
    for options in ({**example.options, "details": True}, {"alignment": "optimal"}):
        found = client.predict(example.predictions, example.references, api_name="/score_templates", **options)
        assert found == plain(score_templates(example.predictions, example.references, **options))
    sides = []
    for name, documents in (("gold", example.references), ("system", example.predictions)):
        write_json_lines(documents, tmp_path / f"{name}.jsonl")
        sides.append(gradio_client.handle_file(str(tmp_path / f"{name}.jsonl")))
    found = client.predict(*sides, "char", example.options, api_name="/score_templates_files")
    wanted = score_templates(example.predictions, example.references, **example.options)
    assert found == {**found, **plain(wanted)}


def test_an_undefined_score_arrives_as_none(client: Any) -> None:
    found = client.predict([[]], [[]], zero_division="nan", api_name="/score_nuggets")
    assert found["span_f1"] is None


REFUSED = [
    ({"predictions": [{}], "references": [[]]}, r'predictions\[0\]: missing key "mentions"'),
    ({"predictions": [], "references": [[]]}, "expected 1 document"),
    ({"predictions": [[]], "references": [[]], "protocol": "papr"}, "protocol: expected one of"),
    ({"predictions": "abc", "references": [[]]}, "expected a list of documents, got 'abc'"),
    ({"predictions": [[]], "references": [[]], "confidence": 0.95, "resamples": 10**8}, "bootstrap samples"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_a_refusal_says_why(client: Any, call: dict[str, Any], message: str) -> None:
    with pytest.raises(gradio_client.exceptions.AppError, match=message):
        client.predict(api_name="/score_nuggets", **call)


def files_of(kind: str, folder: Path) -> tuple[Path, Path]:
    system, gold = nugget_corpus()
    paths = folder / f"gold.{kind}", folder / f"system.{kind}"
    for path, documents in zip(paths, (gold, system[:-1]), strict=True):
        (write_tbf if kind == "tbf" else write_json_lines)(documents, path)
    return paths


def from_the_command_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", ["tbf", "jsonl"])
def test_nugget_files_as_on_the_command_line(
    client: Any, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, system = files_of(kind, tmp_path)
    sides = [gradio_client.handle_file(str(path)) for path in (gold, system)]
    for options in ({}, {"protocol": "evmeval-1.8"}):
        found = client.predict(*sides, "char", options, api_name="/score_nuggets_files")
        wanted = from_the_command_line(capsys, "nuggets", str(gold), str(system), *flags(options))
        assert found == {**found, **wanted}
        assert found["documents"] > 1


def test_token_tables_as_on_the_command_line(client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = tbf(tmp_path, "gold", ("t1", "A"), ("t6,t7", "B")), tbf(tmp_path, "system", ("t1", "A"), ("t6", "B"))
    archive, folder = token_tables(tmp_path), tmp_path / "unpacked"
    zipfile.ZipFile(archive).extractall(folder)
    sides = [gradio_client.handle_file(path) for path in (gold, system)]
    words = gradio_client.handle_file(archive)
    found = client.predict(*sides, "token", {}, words=words, api_name="/score_nuggets_files")
    wanted = from_the_command_line(capsys, "nuggets", gold, system, "--tokens", str(folder / "tables"))
    assert found == {**found, **wanted}
    assert 0.8 < found["span_f1"] < 1


STORE = Path(__file__).parents[1] / "golden" / "kbp_store"


def zipped(path: Path, *folders: Path) -> Path:
    """A zip file of some folders, all of them in one folder as people make them."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder in folders:
            for file in folder.rglob("*"):
                if file.is_file():
                    archive.write(file, Path(path.stem) / file.relative_to(folder.parent))
    return path


@pytest.mark.parametrize("system", ["sysA", "sysB", "sysC"])
def test_a_zipped_store_as_on_the_command_line(
    client: Any, system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, linking, folder = STORE / "answerKey", STORE / "referenceLinking", STORE / "systems" / system
    parts = [zipped(tmp_path / "key.zip", key, linking), tmp_path / f"{system}.zip"]
    zipped(parts[1], folder / "arguments", folder / "linking")
    sides = [gradio_client.handle_file(str(path)) for path in parts]
    command = ["arguments", str(key), "--reference-linking", str(linking), str(folder)]
    for options in ({}, {"preprocess": "neutralize-realis"}):
        found = client.predict(*sides, "char", options, api_name="/score_arguments_files")
        wanted = from_the_command_line(capsys, *command, *flags(options))
        assert found == {**found, **wanted}


def test_a_brat_folder_in_a_zip_file(client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [tmp_path / "gold", tmp_path / "system"]
    for folder, event in zip(folders, ("Die", "Injure"), strict=True):
        folder.mkdir()
        (folder / "a.txt").write_text("They fled and died .")
        (folder / "a.ann").write_text(f"T1\tLife_{event} 14 18\tdied\nE1\tLife_{event}:T1\n")
    sides = [gradio_client.handle_file(str(zipped(folder.with_suffix(".zip"), folder))) for folder in folders]
    found = client.predict(*sides, "char", {}, api_name="/score_nuggets_files")
    assert found == {**found, **from_the_command_line(capsys, "nuggets", *map(str, folders))}
    assert (found["span_f1"], found["type_f1"]) == (1.0, 0.0)


def test_a_zip_bomb_is_refused_quickly(client: Any, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.zip"
    bomb.write_bytes(zip_bomb())
    assert bomb.stat().st_size < 2 * 2**20
    file = gradio_client.handle_file(str(bomb))
    for name in ("/score_arguments_files", "/score_nuggets_files"):
        begun = time.monotonic()
        with pytest.raises(
            gradio_client.exceptions.AppError, match=r"bomb.zip: expected at most 104,857,600 bytes when"
        ):
            client.predict(file, file, "char", {}, api_name=name)
        assert time.monotonic() - begun < 3 * slowness()


def flags(options: dict[str, str]) -> list[str]:
    return [part for name, value in options.items() for part in (f"--{name}", value)]


def test_extraction_files_as_on_the_command_line(
    client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, system = tmp_path / "gold.jsonl", tmp_path / "system.jsonl"
    named = [(example, f"d{number}") for number, example in enumerate(EXTRACTION_EXAMPLES)]
    write_json_lines(
        [{**example.references[0], "doc_id": name, "tokens": example.tokens["quit"]} for example, name in named], gold
    )
    write_json_lines([{**example.predictions[0], "doc_id": name} for example, name in named], system)
    sides = [gradio_client.handle_file(str(path)) for path in (gold, system)]
    found = client.predict(*sides, "char", {}, api_name="/score_extraction_files")
    assert found == {**found, **from_the_command_line(capsys, "extraction", str(gold), str(system))}
    assert found["documents"] == 4


def test_a_message_about_a_file_names_it_as_the_user_does(client: Any, tmp_path: Path) -> None:
    gold, system = files_of("jsonl", tmp_path)
    with system.open("a") as file:
        file.write('{"doc_id": "x"}\n')
    sides = [gradio_client.handle_file(str(path)) for path in (gold, system)]
    with pytest.raises(gradio_client.exceptions.AppError, match=r'^system.jsonl:\d+: document: missing key "mentions"'):
        client.predict(*sides, "char", {}, api_name="/score_nuggets_files")


def post(page: RunningPage, path: str, body: Any, **headers: str) -> tuple[int, str, float]:
    """Status, answer and seconds of a request."""
    request = urllib.request.Request(page.url + path, data=body, headers=headers, method="POST")
    begun = time.monotonic()
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode(), time.monotonic() - begun
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), time.monotonic() - begun
    except (urllib.error.URLError, ConnectionError) as error:
        # The answer came and the connection was closed before all was sent.
        return 0, str(error), time.monotonic() - begun


def called(page: RunningPage, name: str, body: bytes) -> str:
    """What an endpoint answers to a body, as it stands in the stream of events."""
    status, answer, _ = post(page, f"gradio_api/call/{name}", body, **{"Content-Type": "application/json"})
    assert status == 200, answer
    event = json.loads(answer)["event_id"]
    with urllib.request.urlopen(f"{page.url}gradio_api/call/{name}/{event}", timeout=60) as stream:
        return stream.read().decode()


@pytest.mark.parametrize("path", ["/etc/passwd", "/proc/self/environ", "http://127.0.0.1:1/x", "ftp://x/y"])
def test_only_uploads_are_read(page: RunningPage, path: str) -> None:
    file = {"path": path, "meta": {"_type": "gradio.FileData"}}
    answer = called(page, "score_nuggets_files", json.dumps({"data": [file, file, "char", {}]}).encode())
    assert answer.startswith("event: error")
    assert "root:" not in answer
    assert "PATH=" not in answer


def test_fifty_at_once_and_none_mixed_up(page: RunningPage) -> None:
    def ask(number: int) -> tuple[int, Any]:
        gold = [[{"token_ids": list(range(number + 1)), "type": "A"}]]
        system = [[{"token_ids": [0], "type": "A"}]]
        client = gradio_client.Client(page.url, verbose=False)
        return number, client.predict(system, gold, api_name="/score_nuggets")["span_f1"]

    with ThreadPoolExecutor(50) as threads:
        found = dict(threads.map(ask, range(50)))
    assert {number: round(score, 12) for number, score in found.items()} == {
        number: round(2 / (number + 2), 12) for number in range(50)
    }


def form(size: int) -> tuple[bytes, dict[str, str]]:
    """An upload of so many bytes."""
    head = b'--x\r\nContent-Disposition: form-data; name="files"; filename="big.tbf"\r\n\r\n'
    body = head + b"x" * size + b"\r\n--x--\r\n"
    return body, {"Content-Type": "multipart/form-data; boundary=x"}


def test_a_hundred_megabytes_are_refused_quickly(page: RunningPage, tmp_path: Path) -> None:
    big = tmp_path / "big.tbf"
    big.write_bytes(b"x" * 100_000_000)
    client = gradio_client.Client(page.url, verbose=False)
    begun = time.monotonic()
    with pytest.raises(Exception, match=r"exceeds the maximum file size|too large"):
        client.predict(gradio_client.handle_file(str(big)), None, "char", {}, api_name="/score_nuggets_files")
    assert time.monotonic() - begun < 5 * slowness()
    status, answer, seconds = post(page, "gradio_api/upload", None, **{"Content-Length": "100000000"})
    assert (status, seconds < 2 * slowness()) == (413, True)
    assert "too large: at most" in json.loads(answer)["detail"]
    body, headers = form(100_000_000)
    status, answer, seconds = post(page, "gradio_api/upload", body, **headers)
    assert (status, seconds < 5 * slowness()) == (413, True)
    assert "too large: at most" in answer
    body, headers = form(30 * 2**20)
    status, answer, seconds = post(page, "gradio_api/upload", body, **headers)
    assert (status, seconds < 5 * slowness()) == (413, True)
    assert "maximum allowed size" in answer


def test_any_other_body_is_bounded_too(page: RunningPage) -> None:
    def chunks() -> Any:
        for _ in range(40):
            yield b" " * 2**20

    status, answer, seconds = post(page, "gradio_api/call/score_nuggets", b" " * (9 * 2**20))
    assert (status, seconds < 3 * slowness()) == (413, True)
    assert "too large" in answer
    # Without a declared length: refused as soon as it is too long.
    status, answer, seconds = post(page, "gradio_api/call/score_nuggets", chunks(), **{"Transfer-Encoding": "chunked"})
    assert status == 413
    assert "too large" in answer
    assert seconds < 3 * slowness()


def test_too_much_work_is_refused_quickly(client: Any) -> None:
    everywhere = [{"token_ids": [0], "type": "A"}] * 5000
    begun = time.monotonic()
    with pytest.raises(gradio_client.exceptions.AppError, match="at most 4,000,000 pairs .* got 25,000,000"):
        client.predict([everywhere], [everywhere], api_name="/score_nuggets")
    assert time.monotonic() - begun < 3 * slowness()


@pytest.mark.parametrize("name", ["spaces_app", "event_nugget_metric", "event_arg_linking_metric"])
def test_a_bundled_page_runs_from_its_folder_alone(name: str, tmp_path: Path) -> None:
    folder, files = tmp_path / "bundle", tmp_path / "files"
    write(bundle(name), folder)
    files.mkdir()
    running = start(files, "app.py", where=folder)
    try:
        found = gradio_client.Client(running.url, verbose=False)
        is_nugget = name == "event_nugget_metric"
        example = (NUGGET_EXAMPLES if is_nugget else ARGUMENT_EXAMPLES)[0]
        endpoint, score = ("/score_nuggets", score_nuggets) if is_nugget else ("/score_arguments", score_arguments)
        result = found.predict(example.predictions, example.references, api_name=endpoint)
        assert result == plain(score(example.predictions, example.references))
    finally:
        end(running)
    assert not [path for path in files.rglob("*") if path.is_file()]


RUBBISH = [None, True, 0, -1, 1e308, "", "A", "\u202e", [], {}, [[]], [{}], {"mentions": 1}, "x" * 1000]


def rubbish(chance: random.Random, depth: int = 0) -> Any:
    """Any JSON at all, often near to a document."""
    kind = chance.randrange(8)
    if kind < 3 or depth > 4:
        return chance.choice(RUBBISH)
    if kind == 3:
        return [rubbish(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 4:
        return {chance.choice(("mentions", "type", "token_ids", "doc_id", "x")): rubbish(chance, depth + 1)}
    return {
        "mentions": [
            {"token_ids": [chance.randrange(9) for _ in range(3)], "type": chance.choice("AB"), "realis": "Actual"}
            for _ in range(chance.randrange(5))
        ]
    }


def send_rubbish(page: RunningPage, seconds: float, seed: int) -> int:
    """Call the endpoints with random input for a while; returns how many calls were answered."""
    chance = random.Random(seed)
    end, answered = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        name = chance.choice(("score_nuggets", "score_arguments", "score_nuggets_files", "predict", ""))
        data = [[rubbish(chance) for _ in range(chance.randrange(3))] for _ in range(chance.randrange(4))]
        body = json.dumps({"data": data}).encode()
        if chance.random() < 0.1:
            body = bytes(chance.randrange(256) for _ in range(50))
        status, answer, _ = post(page, f"gradio_api/call/{name}", body, **{"Content-Type": "application/json"})
        answered += status > 0
        if status == 200:
            event = json.loads(answer)["event_id"]
            with urllib.request.urlopen(f"{page.url}gradio_api/call/{name}/{event}", timeout=60) as stream:
                assert stream.read().startswith((b"event: complete", b"event: error"))
    return answered


def test_a_file_that_was_scored_is_the_only_one_on_disk(client: Any, page: RunningPage, tmp_path: Path) -> None:
    """Uploads stay for a few minutes; nothing else does."""
    gold, system = files_of("tbf", tmp_path)
    before = set(page.files())
    for _ in range(3):
        sides = [gradio_client.handle_file(str(path)) for path in (gold, system)]
        client.predict(*sides, "char", {}, api_name="/score_nuggets_files")
    assert {path.name for path in set(page.files()) - before} <= {"gold.tbf", "system.tbf"}


def test_random_input_leaves_memory_flat_and_no_file(page: RunningPage) -> None:
    send_rubbish(page, 4, 0)
    before, files = page.memory(), page.files()
    assert send_rubbish(page, 8, 1) > 50
    assert page.memory() - before < 30 * 2**20
    assert set(page.files()) <= set(files)  # uploads of earlier tests may be deleted meanwhile


def zip_bomb() -> bytes:
    """A small archive of a gigabyte of zeros."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        zeros = b"\0" * 2**20
        with archive.open("store/zeros", "w", force_zip64=True) as entry:
            for _ in range(1024):
                entry.write(zeros)
    return data.getvalue()
