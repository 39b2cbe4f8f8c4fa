"""Writes `tests/golden/annotation_tools.json`: what the libraries themselves return or export for one sentence.

``python -m tests.adapters.annotation.record gliner langextract …`` renews the entries of libraries that are installed.
Models have random weights, so that what they find is nonsense in the right form. Doccano is a server: its folder
``backend`` must be on the path, with Django and the packages that its models import. Prodigy is sold: the file
``prodigy.jsonl`` of this folder must be what it saved, as ``annotations.jsonl`` of the public ``rel_component`` in
explosion/projects is.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

FILE = Path(__file__).parents[2] / "golden" / "annotation_tools.json"
TEXT = "Troops attacked the village."
TYPES = ["Attack", "Die"]


def gliner() -> Any:
    import torch
    from gliner import GLiNER, GLiNERConfig

    with tempfile.TemporaryDirectory() as folder:
        encoder = _encoder(folder)
        config = GLiNERConfig(
            model_name=folder, hidden_size=16, max_width=3, has_rnn=False, encoder_config=encoder.to_dict()
        )
        torch.manual_seed(0)
        model = GLiNER.from_config(config, backbone_from_pretrained=False)
    return {
        "predict_entities": model.predict_entities(TEXT, TYPES, threshold=0.3),
        "inference": model.inference([TEXT, ""], TYPES, threshold=0.3),
    }


def gliner2() -> Any:
    import torch
    from gliner2 import GLiNER2
    from gliner2.configuration import ExtractorConfig

    with tempfile.TemporaryDirectory() as folder:
        encoder = _encoder(folder)
        torch.manual_seed(1)
        model = GLiNER2(ExtractorConfig(model_name=folder, max_width=3), encoder_config=encoder).eval()
    related = model.create_schema().entities(TYPES).relations(["Target"])
    structure = {"Attack": ["trigger::str", "Attacker::list", "Place::str"]}
    with_spans = {"include_spans": True, "include_confidence": True}
    return {
        "extract_entities": model.extract_entities(TEXT, TYPES, threshold=0.4, **with_spans),
        "extract_entities, plain": model.extract_entities(TEXT, TYPES, threshold=0.4),
        "extract_json": _first_structures(model.extract_json(TEXT, structure, threshold=0.4, **with_spans)),
        "extract_json, plain": _first_structures(model.extract_json(TEXT, structure, threshold=0.4)),
        "extract": model.extract(TEXT, related, threshold=0.48, **with_spans),
    }


def _first_structures(found: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Two structures each; a model without training finds the same many times."""
    return {name: structures[:2] for name, structures in found.items()}


def langextract() -> Any:
    import langextract as library
    from langextract.core import base_model, types

    class Model(base_model.BaseLanguageModel):  # type: ignore[misc]
        def infer(self, batch_prompts: Any, **_: Any) -> Any:
            attributes = {"Attacker": "Troops", "Place": "the village"}
            said = [{"Attack": "attacked", "Attack_attributes": attributes}, {"Die": "passed away"}]
            for _prompt in batch_prompts:
                yield [types.ScoredOutput(score=1.0, output=json.dumps({"extractions": said}))]

    died = library.data.Extraction(extraction_class="Die", extraction_text="died", attributes={"Victim": "He"})
    found = library.extract(
        text_or_documents=TEXT,
        prompt_description="Find events.",
        examples=[library.data.ExampleData(text="He died.", extractions=[died])],
        model=Model(),
        show_progress=False,
    )
    found.document_id = "a"
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        library.io.save_annotated_documents([found], output_name="a.jsonl", output_dir=folder)
        return (Path(folder) / "a.jsonl").read_text(encoding="utf-8")


def label_studio_sdk() -> Any:
    """A task as the SDK makes it, and the CoNLL file that its converter makes of the same spans."""
    from label_studio_sdk.converter import Converter
    from label_studio_sdk.label_interface import LabelInterface
    from label_studio_sdk.label_interface.objects import AnnotationValue, PredictionValue, TaskValue

    labels = '<Labels name="label" toName="text"><Label value="Attack"/><Label value="Person"/></Labels>'
    config = f'<View>{labels}<Text name="text" value="$text"/></View>'
    he, attack = LabelInterface(config).create_regions(
        {"label": [{"start": 0, "end": 6, "labels": ["Person"]}, {"start": 7, "end": 15, "labels": ["Attack"]}]}
    )
    he.id, attack.id = "a", "t"
    spans = [each.model_copy() for each in (he, attack)]
    attack.add_relation(he, label="Attacker")
    predicted = PredictionValue(result=spans, score=0.5, model_version="m")

    def task(regions: list[Any]) -> dict[str, Any]:
        annotation = AnnotationValue(completed_by=1, result=regions)
        return {
            "id": 1,
            **TaskValue(data={"text": TEXT}, annotations=[annotation], predictions=[predicted]).model_dump(),
        }

    for each in spans:
        each.relations = []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "in.json").write_text(json.dumps([task(spans)]), encoding="utf-8")
        Converter(config, project_dir=folder).convert_to_conll2003(f"{folder}/in.json", folder, is_dir=False)
        columns = (Path(folder) / "result.conll").read_text(encoding="utf-8")
    return {"task": task([he, attack]), "conll2003": columns}


def udapi() -> Any:
    """CorefUD with a mention that has a gap, mentions in each other, and a mention of an empty node."""
    from udapi.core.document import Document

    row = "{0}\t{1}\t{1}\t_\t_\t_\t{2}\t_\t_\t_"
    first = [row.format(*each) for each in [(1, "Troops", 2), (2, "opened", 0), (3, "quick", 4), (4, "fire", 2)]]
    second = [row.format(1, "It", 2), row.format(2, "ended", 0), "2.1\t_\t_\t_\t_\t_\t_\t_\t2:dep\t_"]
    document = Document()
    document.from_conllu_string("\n".join(["# newdoc id = a", *first, "", *second, "", ""]))
    troops, opened, _, fire, it, ended = [node for tree in document.trees for node in tree.descendants]
    event, person, other = (document.create_coref_entity(etype=kind) for kind in ("event", "person", "event"))
    event.create_mention(words=[opened, fire])
    event.create_mention(words=[it])
    person.create_mention(words=[troops])
    other.create_mention(words=[it, ended])
    person.create_mention(words=list(document.trees)[1].empty_nodes)
    return document.to_conllu_string()


def cort() -> Any:
    """CoNLL-2012 with what a system found, as the writer for the official scorer makes it.

    Its parser of trees and dependencies, which asks for Java and WordNet, has no part in that.
    """
    from cort.core.documents import CoNLLDocument
    from cort.core.spans import Span

    rows = """
        bc/1 0 0 Troops NNS (TOP(S(NP*)   -    -  - - (ORG) (ARG0*)     -
        bc/1 0 1 opened VBD (VP*          open 01 1 - *     (V*)        -
        bc/1 0 2 fire   NN  (NP*))        -    -  - - *     (ARG1*)     -
        bc/1 0 3 .      .   *))           -    -  - - *     *           -
        bc/1 0 0 It     PRP (TOP(S(NP*)   -    -  - - *     *           -
        bc/1 0 1 was    VBD (VP*          be   -  1 - *     *           -
        bc/1 0 2 over   RP  (ADJP*)       -    -  - - *     *           -
        bc/1 0 3 when   WRB (SBAR(WHADVP* -    -  - - *     (ARGM-TMP* -
        bc/1 0 4 we     PRP *)            -    -  - - *     *)          -
        bc/1 0 5 came   VBD (VP*))))      come 04 1 - *     (V*)        -
    """
    document = CoNLLDocument.__new__(CoNLLDocument)
    document.identifier = "(bc/1); part 000"
    document.document_table = [row.split() for row in rows.strip().split("\n")]
    found = {Span(1, 2): 7, Span(4, 4): 7, Span(0, 0): 12, Span(8, 8): 12, Span(0, 2): 30}
    document.system_mentions = [SimpleNamespace(span=span, attributes={"set_id": found[span]}) for span in found]
    written: str = document.get_string_representation()
    return written


def prodigy() -> Any:
    """The first record with one relation that somebody annotated with ``rel.manual``; its words are made of x."""
    records = map(json.loads, Path("prodigy.jsonl").read_text(encoding="utf-8").splitlines())
    record: dict[str, Any] = next(each for each in records if len(each["relations"]) == 1)
    record |= {"text": re.sub(r"\w", "x", record["text"]), "meta": {}}
    for span in record["spans"] + record["tokens"]:
        span["text"] = record["text"][span["start"] : span["end"]]
    return json.dumps(record) + "\n"


def doccano() -> Any:
    """The server's export of a project of sequence labelling, without and with relations."""
    import django
    from django.conf import settings

    apps = ["roles", "projects", "examples", "label_types", "labels", "data_export"]
    with tempfile.TemporaryDirectory() as folder:
        settings.configure(
            INSTALLED_APPS=[
                "django.contrib.contenttypes",
                "django.contrib.auth",
                "polymorphic",
                "django_drf_filepond",
                *apps,
            ],
            DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
            MIGRATION_MODULES=dict.fromkeys(apps),
            DEFAULT_AUTO_FIELD="django.db.models.AutoField",
            DJANGO_DRF_FILEPOND_FILE_STORE_PATH=folder,
            DJANGO_DRF_FILEPOND_UPLOAD_TMP=folder,
            USE_TZ=True,
            **{f"ROLE_{name}": name for name in ("PROJECT_ADMIN", "ANNOTATOR", "ANNOTATION_APPROVER")},
        )
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0, run_syncdb=True)
        return {"spans": _doccano_export(relations=False), "relations": _doccano_export(relations=True)}


def _doccano_export(relations: bool) -> str:
    from data_export.models import ExportedExample
    from data_export.pipeline import dataset, factories, services
    from django.contrib.auth.models import User
    from examples.models import Example, ExampleState
    from label_types.models import RelationType, SpanType
    from labels.models import Relation, Span
    from projects.models import SequenceLabelingProject

    user, _ = User.objects.get_or_create(username="a")
    project = SequenceLabelingProject.objects.create(
        name="a",
        use_relation=relations,
        created_by=user,
        project_type="SequenceLabeling",
        collaborative_annotation=True,
    )
    example = Example.objects.create(project=project, text=TEXT, meta={"source": "made"})
    ExampleState.objects.create(example=example, confirmed_by=user)
    spans = [
        Span.objects.create(
            label=SpanType.objects.create(text=kind, project=project),
            example=example,
            user=user,
            start_offset=start,
            end_offset=end,
        )
        for kind, start, end in (("Attack", 7, 15), ("Person", 0, 6))
    ]
    if relations:
        role = RelationType.objects.create(text="Attacker", project=project)
        Relation.objects.create(type=role, example=example, user=user, from_id=spans[0], to_id=spans[1])
    examples = ExportedExample.objects.confirmed(project)
    found = dataset.Dataset(
        examples, factories.create_labels(project, examples), factories.create_comment(examples), is_text_project=True
    )
    formatters, writer = factories.create_formatter(project, "JSONL"), factories.create_writer("JSONL")
    written: str = services.ExportApplicationService(found, formatters, writer).export(io.StringIO()).getvalue()
    return written


def _encoder(folder: str) -> Any:
    """A tiny BERT with random weights and a vocabulary of words, in a folder."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *TEXT.replace(".", " .").split(), *TYPES]
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    torch.manual_seed(0)
    BertModel(config).save_pretrained(folder)
    return config


LIBRARIES: dict[str, Callable[[], Any]] = {
    made.__name__: made for made in (gliner, gliner2, langextract, label_studio_sdk, udapi, cort, doccano, prodigy)
}


def main(names: list[str]) -> None:
    """Renew some entries of the file."""
    entries = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in names or LIBRARIES:
        try:
            number = version(name.replace("_", "-"))
        except PackageNotFoundError:
            number = "its file does not say"
        entries[name] = {"version": number, "made": LIBRARIES[name]()}
    FILE.write_text(json.dumps(dict(sorted(entries.items())), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
