"""Share the code of both metric scripts: an `evaluate` metric that checks its input before anything is stored.

`evaluate` itself would turn 1.5 into 1 and a missing key into None. Its messages name no place, and it leaves a locked
file behind when a computation fails. `CheckedMetric` comes before `evaluate.Metric` in the bases of a metric and
replaces the three methods through which input enters.

Documents are validated when they are added and held in memory as bytes. Every `compute` empties the metric, whether it
succeeds or fails, as in `evaluate`. In several processes each writes its own documents at compute, and `evaluate`
gathers all of them. As in `evaluate` the processes wait for each other at the first documents, and not again before
compute.
"""

from __future__ import annotations

import inspect
import threading
from itertools import chain
from typing import Any, ClassVar

import pyarrow as pa

from event_scoring.documents.arrow_columns import one_chunk
from event_scoring.documents.errors import Description, InputError
from event_scoring.documents.foreign import naming_task
from event_scoring.documents.schema import arrow_type
from event_scoring.documents.sides import Documents, PackedDocuments, as_column, documents_in, gc_paused
from event_scoring.label_task import LabelTask
from event_scoring.scoring.options import check_flag
from event_scoring.scoring.result import warn_of
from event_scoring.scoring.rows import OnPair
from event_scoring.scoring.task import Task

_OTHER_TASK = (
    'load the configuration "{}" (event_nugget_metric has nuggets, detection, relations and bio, '
    "event_arg_linking_metric the others)"
)
"""Advice for documents of another task."""


class CheckedMetric:
    """A mixin for `evaluate.Metric`; the class that uses it names its configurations.

    It has no base class of `evaluate`, because `evaluate` takes the first such class of a script for the metric.
    """

    configurations: ClassVar[dict[str, Task | LabelTask]]
    """The task of each configuration; the first is the default."""
    # Where several processes gather documents, this class uses private names of evaluate. `_init_writer` and
    # `selected_feature_format` open the file and wait for the other processes. `writer` takes Arrow columns, because
    # `add_batch` of evaluate would refuse documents without a doc_id. `filelocks` and `rendez_vous_lock` cannot be
    # pickled.
    writer: Any

    def __init__(self, config_name: str | None = None, **settings: Any) -> None:
        default = next(iter(self.configurations))
        name = default if config_name in (None, "default") else config_name
        if name not in self.configurations:
            known = ", ".join(f'"{known}"' for known in self.configurations)
            raise ValueError(f'config_name: expected one of {known}, got "{name}"')
        # The constructor of evaluate ignores keywords that it does not know, such as options of the scores.
        known_settings = inspect.signature(super().__init__).parameters
        for setting in settings:
            if setting not in known_settings:
                raise TypeError(f'unknown setting "{setting}" of evaluate.load; give options of scores to compute')
        super().__init__(config_name=name, **settings)  # type: ignore[call-arg]
        # The constructor of evaluate refuses this format for nested features; the attribute works.
        self.info.format = "arrow"  # type: ignore[attr-defined]
        self.busy = threading.RLock()
        self._held: list[tuple[PackedDocuments, PackedDocuments]] = []

    def __getstate__(self) -> dict[str, Any]:
        locks = ("busy", "filelocks", "rendez_vous_lock")
        return {name: value for name, value in self.__dict__.items() if name not in locks}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.busy = threading.RLock()

    @property
    def task(self) -> Task | LabelTask:
        """The task of the loaded configuration."""
        return self.configurations[self.config_name]  # type: ignore[attr-defined]

    def arrow_schema(self) -> pa.Schema:
        """Return the typed columns of the loaded configuration."""
        sides = {"predictions": self.task.predictions, "references": self.task.references}
        return pa.schema({name: arrow_type(kind) for name, kind in sides.items()})

    def compute(self, *, predictions: Any = None, references: Any = None, **options: Any) -> dict[str, Any] | None:
        """Score the documents given here and those added before, and keep none of them.

        Raises an `InputError` (a `ValueError`) with the place of the first bad value, before anything is stored. In
        several processes the result is on process 0, None elsewhere.
        """
        with self.busy:
            try:
                return self._compute_alone(predictions, references, options)
            finally:
                self._held = []

    def _compute_alone(self, predictions: Any, references: Any, options: dict[str, Any]) -> dict[str, Any] | None:
        for name in ("prediction", "reference"):
            if name in options:
                raise TypeError(f'unknown option "{name}"; did you mean "{name}s"?')
        wants_details = options.pop("details", False)
        check_flag("details", wants_details)
        on_pair = options.pop("on_pair", None)
        chosen: Any = self.task.options.of(options)
        alone = self.num_process == 1  # type: ignore[attr-defined]
        with gc_paused():
            held = [self.task.check(one.documents(), other.documents(), chosen) for one, other in self._held]
            if predictions is not None or references is not None:
                held.append(self._checked(predictions, references, chosen))
                if len(held) > 1:  # messages name the rows of these, not of all
                    self.task.check_scorable(*held[-1], chosen)
            elif not held:
                if alone:
                    wanted = "documents here or in an earlier add or add_batch"
                    raise InputError(("predictions",), wanted=wanted, got=Description("none"))
                held.append(self.task.check([], []))  # of several some may get no document; process 0 waits for all
            if alone:
                return self._score(*self._joined(held), chosen, wants_details, on_pair, apart=len(held) > 1)
        self._sync_processes()
        schema = self.arrow_schema()
        for sides in held:
            columns = [*map(as_column, (self.task.predictions, self.task.references), sides)]
            # Arrow dictionaries of words become plain columns in a table.
            self.writer.write_table(pa.table(columns, schema=schema))
        found: Any = super().compute(options=chosen, details=wants_details, on_pair=on_pair)  # type: ignore[misc]
        if isinstance(found, BaseException):
            raise found
        return found  # type: ignore[no-any-return]

    def _joined(self, held: list[tuple[Documents, Documents]]) -> tuple[Documents, Documents]:
        """Return all documents that are held, in order."""
        if len(held) == 1:
            return held[0]
        as_written = any(side.as_written for sides in held for side in sides)
        system, reference = (
            Documents.after_checks(chain.from_iterable(side), as_written=as_written) for side in zip(*held, strict=True)
        )
        return system, reference

    def add_batch(self, *, predictions: Any = None, references: Any = None) -> None:
        """Add documents; each of the two lists holds one side of them, in the same order.

        A refused batch leaves earlier documents unchanged.
        """
        system, reference = self._checked(predictions, references)
        with self.busy:
            if self.num_process > 1:  # type: ignore[attr-defined]
                self._sync_processes()
            self._held.append((PackedDocuments.of(system), PackedDocuments.of(reference)))

    def _checked(self, predictions: object, references: object, options: Any = None) -> tuple[Documents, Documents]:
        """Return both sides after the checks; an error about documents of another task names that task."""
        try:
            if options is None:
                return self.task.documents_to_hold(predictions, references)
            return self.task.check(predictions, references, options)
        except InputError as error:
            sides = {"predictions": predictions, "references": references}
            raise naming_task(error, sides, self.task.name, _OTHER_TASK) from None

    def __len__(self) -> int:
        return sum(len(system) for system, _ in self._held)

    def _sync_processes(self) -> None:
        """Open the file of one of several processes, and wait until each has opened its own."""
        if self.writer is None:
            self.selected_feature_format = self.features  # type: ignore[attr-defined]
            self._init_writer()  # type: ignore[attr-defined]

    def add(
        self, *, prediction: Any = None, reference: Any = None, predictions: Any = None, references: Any = None
    ) -> None:
        """Add one document. `evaluate.combine` passes it under the plural names."""
        system = prediction if predictions is None else predictions
        gold = reference if references is None else references
        self.add_batch(predictions=[system], references=[gold])

    def _compute(
        self, predictions: pa.ChunkedArray, references: pa.ChunkedArray, **wanted: Any
    ) -> dict[str, Any] | BaseException:
        """Score what evaluate gathered from several processes.

        An error is returned, because evaluate removes its files and their locks only after a result.
        """
        try:
            system = documents_in(self.task.predictions, one_chunk(predictions, "predictions"), checked=True)
            reference = documents_in(self.task.references, one_chunk(references, "references"), checked=True)
            return self._score(system, reference, apart=True, **wanted)
        except BaseException as error:
            return error

    def _score(
        self,
        predictions: Documents,
        references: Documents,
        options: Any,
        details: bool,
        on_pair: OnPair | None,
        *,
        apart: bool,
    ) -> dict[str, Any]:
        """Score checked documents; those that were added ``apart`` are checked with each other only now."""
        if apart:
            self.task.check_across(predictions, references)
        result = self.task.score_checked(predictions, references, options, details, on_pair)
        if any(map(_has_repeated_id, (predictions, references))):
            result["warnings"].append(_REPEATED)
        if result["warnings"]:
            warn_of(result["warnings"])
        return result


_REPEATED = (
    "A doc_id occurs twice: in several processes accelerate fills the last batch up with documents that were given "
    "before. Gather with accelerator.gather_for_metrics, or add each doc_id once."
)


def _has_repeated_id(side: Documents) -> bool:
    """Whether two documents of a side have one doc_id."""
    ids = [document.doc_id for document in side if not isinstance(document, list)]  # lists of labels have no name
    ids = [name for name in ids if name is not None]
    return len(set(ids)) < len(ids)
