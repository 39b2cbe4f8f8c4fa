"""The endpoints of the running page: the numbers of Python and of the command line, limits, and nothing left."""

from __future__ import annotations

import io
import json
import random
import re
import urllib.error
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_arguments, score_extraction, score_nuggets, score_templates
from event_scoring.cli.main import main
from event_scoring.examples import NUGGET_EXAMPLES, nugget_corpus
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.tbf.writing import write_tbf
from tests.heavy import gradio_client
from tests.space.conftest import RunningPage
from tests.space.samples import ARGUMENT_EXAMPLES, EXTRACTION_EXAMPLES, TEMPLATE_EXAMPLES
from tests.space.test_uploads import tables as token_tables
from tests.space.test_uploads import tbf


def client_of(page: RunningPage) -> Any:
    """A client that waits as long as a busy machine needs."""
    return gradio_client.Client(page.url, verbose=False, httpx_kwargs={"timeout": 240})


@pytest.fixture(scope="module")
def client(page: RunningPage) -> Any:
    return client_of(page)


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
def test_templates_as_in_python(client: Any, example: Any) -> None:
    for options in ({**example.options, "details": True}, {"alignment": "optimal"}):
        found = client.predict(example.predictions, example.references, api_name="/score_templates", **options)
        assert found == plain(score_templates(example.predictions, example.references, **options))


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
def test_texts_of_files_as_on_the_command_line(
    client: Any, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, system = files_of(kind, tmp_path)
    for options in ({}, {"protocol": "evmeval-1.8"}):
        call = {"reference": gold.read_text(), "system": system.read_text(), "options": json.dumps(options)}
        found = client.predict(**call, api_name="/score_texts")
        wanted = from_the_command_line(capsys, "nuggets", str(gold), str(system), *flags(options))
        assert found == {**found, **{key: wanted[key] for key in wanted if key != "warnings"}}
        assert found["documents"] > 1


def test_texts_of_any_task_find_their_task(client: Any) -> None:
    for example, score in ((TEMPLATE_EXAMPLES[0], score_templates), (ARGUMENT_EXAMPLES[0], score_arguments)):
        sides = ["\n".join(map(json.dumps, side)) for side in (example.references, example.predictions)]
        found = client.predict(*sides, api_name="/score_texts")
        assert found["signature"] == score(example.predictions, example.references)["signature"]
    with pytest.raises(gradio_client.exceptions.AppError, match="expected a JSON object"):
        client.predict("", "", "[1", api_name="/score_texts")


def visit(page: RunningPage, function: str, request: Any) -> Any:
    """What a function of the page answers to its script."""
    with urllib.request.urlopen(f"{page.url}config", timeout=30) as answer:
        config = json.load(answer)
    component = next(each["id"] for each in config["components"] if each["type"] == "html")
    body = {"session_hash": "test", "component_id": component, "fn_name": function, "data": request}
    status, answer = post(
        page, "gradio_api/component_server", json.dumps(body).encode(), **{"Content-Type": "application/json"}
    )
    assert status == 200, answer
    return json.loads(answer)


def upload(page: RunningPage, *files: Path) -> list[str]:
    """Where uploaded files are."""
    found = []
    for file in files:
        data, headers = form(file.read_bytes(), file.name)
        status, answer = post(page, "gradio_api/upload", data, **headers)
        assert status == 200, answer
        found.extend(json.loads(answer))
    return found


def dropped(page: RunningPage, gold: Path, *others: Path, **more: Any) -> str:
    """What the page shows of files; of others those that end with .words are texts."""
    sides = ["gold", *("words" if "tables" in path.name else "system" for path in others)]
    files = [{"path": path, "side": side} for path, side in zip(upload(page, gold, *others), sides, strict=True)]
    return str(visit(page, "score", {"page": "nuggets", "files": files, **more})["html"])


def shows(html: str, wanted: Any) -> bool:
    """Whether the page shows the numbers of a result."""
    shown = dict(re.findall(r'<b data-key="(\w+)">([\d.]+)</b>', html))
    return len(shown) >= 3 and shown == {key: f"{wanted[key]:.4f}" for key in shown}


def test_token_tables_as_on_the_command_line(
    page: RunningPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, system = tbf(tmp_path, "gold", ("t1", "A"), ("t6,t7", "B")), tbf(tmp_path, "system", ("t1", "A"), ("t6", "B"))
    archive, folder = token_tables(tmp_path), tmp_path / "unpacked"
    zipfile.ZipFile(archive).extractall(folder)
    wanted = from_the_command_line(capsys, "nuggets", gold, system, "--tokens", str(folder / "tables"))
    assert shows(dropped(page, Path(gold), Path(system), Path(archive)), wanted)
    assert 0.8 < wanted["span_f1"] < 1


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
    page: RunningPage, system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, linking, folder = STORE / "answerKey", STORE / "referenceLinking", STORE / "systems" / system
    parts = [zipped(tmp_path / "key.zip", key, linking), tmp_path / f"{system}.zip"]
    zipped(parts[1], folder / "arguments", folder / "linking")
    command = ["responses", str(key), "--reference-linking", str(linking), str(folder)]
    for options in ({}, {"preprocess": "neutralize-realis"}):
        wanted = from_the_command_line(capsys, *command, *flags(options))
        assert shows(dropped(page, *parts, options=options), wanted)


def test_a_brat_folder_in_a_zip_file(page: RunningPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [tmp_path / "gold", tmp_path / "system"]
    for folder, event in zip(folders, ("Die", "Injure"), strict=True):
        folder.mkdir()
        (folder / "a.txt").write_text("They fled and died .")
        (folder / "a.ann").write_text(f"T1\tLife_{event} 14 18\tdied\nE1\tLife_{event}:T1\n")
    html = dropped(page, *(zipped(folder.with_suffix(".zip"), folder) for folder in folders))
    wanted = from_the_command_line(capsys, "nuggets", *map(str, folders))
    assert shows(html, wanted)
    assert (wanted["span_f1"], wanted["type_f1"]) == (1.0, 0.0)


@pytest.mark.slow
def test_a_zip_bomb_is_refused_quickly(page: RunningPage, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.zip"
    bomb.write_bytes(zip_bomb())
    assert bomb.stat().st_size < 2 * 2**20
    with page.spends_at_most(5):
        assert "bomb.zip: expected at most 104,857,600 bytes when" in dropped(page, bomb, bomb)


def flags(options: dict[str, str]) -> list[str]:
    return [part for name, value in options.items() for part in (f"--{name}", value)]


def test_extraction_files_as_on_the_command_line(
    page: RunningPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, system = tmp_path / "gold.jsonl", tmp_path / "system.jsonl"
    named = [(example, f"d{number}") for number, example in enumerate(EXTRACTION_EXAMPLES)]
    write_json_lines(
        [{**example.references[0], "doc_id": name, "tokens": example.tokens["quit"]} for example, name in named], gold
    )
    write_json_lines([{**example.predictions[0], "doc_id": name} for example, name in named], system)
    wanted = from_the_command_line(capsys, "extraction", str(gold), str(system))
    assert shows(dropped(page, gold, system), wanted)
    assert wanted["documents"] == 4


def test_a_message_about_a_file_names_it_as_the_user_does(page: RunningPage, tmp_path: Path) -> None:
    gold, system = files_of("jsonl", tmp_path)
    with system.open("a") as file:
        file.write('{"doc_id": "x"}\n')
    html = dropped(page, gold, system)
    assert re.search(r"</b> system.jsonl:\d+: document: missing key &#34;mentions&#34;", html), html


def post(page: RunningPage, path: str, body: Any, **headers: str) -> tuple[int, str]:
    """Status and answer of a request."""
    request = urllib.request.Request(page.url + path, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except (urllib.error.URLError, ConnectionError) as error:
        # The answer came and the connection was closed before all was sent.
        return 0, str(error)


def called(page: RunningPage, name: str, body: bytes, refused: bool = False) -> str:
    """What an endpoint answers to a body, as it stands in the stream of events."""
    status, answer = post(page, f"gradio_api/call/{name}", body, **{"Content-Type": "application/json"})
    if refused and status != 200:
        return answer
    assert status == 200, answer
    event = json.loads(answer)["event_id"]
    with urllib.request.urlopen(f"{page.url}gradio_api/call/{name}/{event}", timeout=60) as stream:
        return stream.read().decode()


@pytest.mark.parametrize("path", ["/etc/passwd", "/proc/self/environ", "http://127.0.0.1:1/x", "../../etc/passwd"])
def test_only_uploads_are_read(page: RunningPage, path: str) -> None:
    files = [{"path": path, "side": side} for side in ("gold", "system")]
    html = visit(page, "score", {"page": "nuggets", "files": files})["html"]
    assert "a file is no longer here" in html
    assert "root:" not in html
    assert "PATH=" not in html


def five_hundred_documents(folder: Path) -> tuple[Path, Path]:
    """Files of both sides."""
    chance = random.Random(0)
    kinds = ("Attack", "Die", "Meet", "Transport")

    def side() -> list[dict[str, Any]]:
        return [
            {
                "doc_id": f"d{number}",
                "mentions": [{"token_ids": [chance.randrange(200)], "type": chance.choice(kinds)} for _ in range(12)],
            }
            for number in range(500)
        ]

    gold, system = folder / "gold.jsonl", folder / "system.jsonl"
    write_json_lines(side(), gold)
    write_json_lines(side(), system)
    return gold, system


@pytest.mark.slow
def test_fifty_uploads_of_five_hundred_documents_at_once(page: RunningPage, tmp_path: Path) -> None:
    gold, system = five_hundred_documents(tmp_path)
    first = dropped(page, gold, system)
    assert "In 500 documents" in first
    before, memory = page.processor_seconds(), page.memory()
    with ThreadPoolExecutor(50) as threads:
        answers = list(threads.map(lambda _: dropped(page, gold, system), range(50)))
    assert set(answers) == {first}
    seconds = (page.processor_seconds() - before) / 50
    assert seconds < 1.2, f"{seconds:.2f} s of processor time each"
    assert page.memory() - memory < 400 * 2**20


def test_what_is_typed_does_not_reach_the_log(client: Any, page: RunningPage) -> None:
    secret = "Trondheimsfjorden"
    for data in ([secret], [[{"mentions": secret}], [{"mentions": [secret]}]], [secret] * 40, {"a": secret}):
        called(page, "score_nuggets", json.dumps({"data": data}).encode(), refused=True)
    for request in ({"page": secret}, {"files": secret}, [secret], {"options": secret}, {"gold": secret, "system": 5}):
        visit(page, "score", request)
    assert secret not in page.folder.with_suffix(".log").read_text()


@pytest.mark.slow
def test_fifty_at_once_and_none_mixed_up(page: RunningPage) -> None:
    def ask(number: int) -> tuple[int, Any]:
        gold = [[{"token_ids": list(range(number + 1)), "type": "A"}]]
        system = [[{"token_ids": [0], "type": "A"}]]
        client = client_of(page)
        return number, client.predict(system, gold, api_name="/score_nuggets")["span_f1"]

    with ThreadPoolExecutor(50) as threads:
        found = dict(threads.map(ask, range(50)))
    assert {number: round(score, 12) for number, score in found.items()} == {
        number: round(2 / (number + 2), 12) for number in range(50)
    }


def form(contents: bytes, name: str = "big.tbf") -> tuple[bytes, dict[str, str]]:
    """An upload of a file."""
    head = f'--x\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'.encode()
    body = head + contents + b"\r\n--x--\r\n"
    return body, {"Content-Type": "multipart/form-data; boundary=x"}


def test_a_hundred_megabytes_are_refused_quickly(page: RunningPage) -> None:
    with page.spends_at_most(2):
        status, answer = post(page, "gradio_api/upload", None, **{"Content-Length": "100000000"})
    assert status == 413
    assert "too large: at most" in json.loads(answer)["detail"]
    for size, message in ((100_000_000, "too large: at most"), (30 * 2**20, "maximum allowed size")):
        body, headers = form(b"x" * size)
        with page.spends_at_most(5):
            status, answer = post(page, "gradio_api/upload", body, **headers)
        assert status in (0, 413)  # it may close the connection before all was sent, and then no answer is read
        assert not status or message in answer


def test_any_other_body_is_bounded_too(page: RunningPage) -> None:
    def chunks() -> Any:
        for _ in range(40):
            yield b" " * 2**20

    # The second is without a declared length: refused as soon as it is too long.
    for body, headers in ((b" " * (9 * 2**20), {}), (chunks(), {"Transfer-Encoding": "chunked"})):
        with page.spends_at_most(3):
            status, answer = post(page, "gradio_api/call/score_nuggets", body, **headers)
        assert status == 413
        assert "too large" in answer


def test_too_much_work_is_refused_quickly(client: Any, page: RunningPage) -> None:
    everywhere = [{"token_ids": [0], "type": "A"}] * 5000
    refused = pytest.raises(gradio_client.exceptions.AppError, match="at most 4,000,000 pairs .* got 25,000,000")
    with page.spends_at_most(3), refused:
        client.predict([everywhere], [everywhere], api_name="/score_nuggets")


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


def send_rubbish(page: RunningPage, calls: int, seed: int) -> int:
    """Call the endpoints with random input; returns how many calls were answered."""
    chance = random.Random(seed)
    answered = 0
    for _ in range(calls):
        name = chance.choice(("score_nuggets", "score_arguments", "score_texts", "predict", ""))
        data = [[rubbish(chance) for _ in range(chance.randrange(3))] for _ in range(chance.randrange(4))]
        body = json.dumps({"data": data}).encode()
        if chance.random() < 0.1:
            body = bytes(chance.randrange(256) for _ in range(50))
        status, answer = post(page, f"gradio_api/call/{name}", body, **{"Content-Type": "application/json"})
        answered += status > 0
        if status == 200:
            event = json.loads(answer)["event_id"]
            with urllib.request.urlopen(f"{page.url}gradio_api/call/{name}/{event}", timeout=60) as stream:
                assert stream.read().startswith((b"event: complete", b"event: error"))
    return answered


def test_a_file_that_was_scored_is_the_only_one_on_disk(page: RunningPage, tmp_path: Path) -> None:
    """Uploads stay for a few minutes; nothing else does."""
    gold, system = files_of("tbf", tmp_path)
    before = set(page.files())
    for _ in range(3):
        dropped(page, gold, system)
    assert {path.name for path in set(page.files()) - before} <= {"gold.tbf", "system.tbf"}


def test_random_input_leaves_memory_flat_and_no_file(page: RunningPage) -> None:
    send_rubbish(page, 60, 0)
    before, files = page.memory(), page.files()
    assert send_rubbish(page, 120, 1) > 50
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
