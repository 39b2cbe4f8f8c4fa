"""What both metric scripts share: an `evaluate` metric that checks its input before anything is stored.

`evaluate` itself would turn 1.5 into 1 and a missing key into None, names no place in its messages, and
leaves a locked file behind when a computation fails. `CheckedMetric` comes before `evaluate.Metric` in the
bases of a metric and replaces the three methods through which input enters.

Columns are made at a price that has little to do with the number of documents in them. So a few documents are first
looked at in Python: those that are surely right wait, until columns are made of many together. The others are checked
as columns at once, which finds out what is wrong with them, if anything is.

Documents are held in memory. Of several processes each writes its own at compute, where `evaluate` gathers those of
all; as in `evaluate` they meet at the first documents, after which none waits for another before its compute.
"""

from __future__ import annotations

import contextlib
import os
import threading
from typing import Any, ClassVar

import pyarrow as pa

from event_scoring.documents.arrow_checking import one_chunk
from event_scoring.documents.errors import InputError, Words
from event_scoring.documents.foreign import naming_task
from event_scoring.documents.plain import Gathered, extended, sure_array
from event_scoring.documents.reporting import REFUSE
from event_scoring.documents.schema import arrow_type
from event_scoring.scoring.options import check_flag, check_per_document
from event_scoring.scoring.task import Task

MOST_WAITING = 1024
"""Of so many documents that were added a few at a time columns are made."""
FEW = 128
"""So many documents in one batch may wait; more are checked as columns."""
_OTHER_TASK = (
    'load the configuration "{}" (event_nugget_metric has nuggets and detection, event_arg_linking_metric the others)'
)
"""What to do with documents of another task."""


class CheckedMetric:
    """A mixin for `evaluate.Metric`; the class that uses it names its configurations.

    It derives from nothing of `evaluate`, which takes the first such class of a script for the metric.
    """

    configurations: ClassVar[dict[str, Task]]
    """The task of each configuration; the first is the default."""
    parts: int
    """How many parts are held, each of documents that were checked together: those of a call, or a single one."""
    writer: Any
    file_paths: Any
    filelocks: Any

    def __init__(self, config_name: str | None = None, **settings: Any) -> None:
        default = next(iter(self.configurations))
        name = default if config_name in (None, "default") else config_name
        if name not in self.configurations:
            known = ", ".join(f'"{known}"' for known in self.configurations)
            raise ValueError(f'config_name: expected one of {known}, got "{name}"')
        super().__init__(config_name=name, **settings)  # type: ignore[call-arg]
        # The constructor of evaluate refuses this format for nested features; the attribute works.
        self.info.format = "arrow"  # type: ignore[attr-defined]
        self.busy = threading.RLock()
        self._hold_nothing()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "busy"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.busy = threading.RLock()

    @property
    def task(self) -> Task:
        """What the loaded configuration scores."""
        return self.configurations[self.config_name]  # type: ignore[attr-defined]

    def arrow_schema(self) -> pa.Schema:
        """The typed columns of the loaded configuration."""
        sides = {"predictions": self.task.predictions, "references": self.task.references}
        return pa.schema({name: arrow_type(kind) for name, kind in sides.items()})

    def compute(self, predictions: Any = None, references: Any = None, **options: Any) -> dict[str, Any] | None:
        """Score documents: those given here and those added before.

        Raises an `InputError` (a `ValueError`) with the place of the first bad value, before anything is
        stored. In several processes the result is on process 0, None elsewhere.
        """
        with self.busy:
            return self._compute_alone(predictions, references, options)

    def _compute_alone(self, predictions: Any, references: Any, options: dict[str, Any]) -> dict[str, Any] | None:
        wants_details = options.pop("details", False)
        check_flag("details", wants_details)
        chosen, given = self.task.options.of(options), []
        alone = self.num_process == 1  # type: ignore[attr-defined]
        if predictions is not None or references is not None:
            given.append(self._checked(predictions, references))
            self.task.check_options(*given[0], chosen)
        elif not self.parts:
            if alone:
                wanted = "documents here or in an earlier add or add_batch"
                raise InputError(("predictions",), wanted=wanted, got=Words("none"))
            given.append(self.task.check([], []))  # of several some may get no document; process 0 waits for all
        if alone:
            check_per_document(chosen, len(self) + sum(len(system) for system, _ in given))
        self._settle()
        apart = self.parts + len(given) > 1
        held = [*self.settled, *given]
        if not alone:
            self._meet()
        self._hold_nothing()
        # Columns of words that came as a dictionary of Arrow are like the others in a table.
        tables = (pa.table(sides, schema=self.arrow_schema()) for sides in held)
        if alone:
            system, reference = held[0] if len(held) == 1 else pa.concat_tables(tables).columns
            return self._compute(system, reference, chosen, wants_details, apart)
        try:
            for table in tables:
                self.writer.write_table(table)
            return super().compute(options=chosen, details=wants_details)  # type: ignore[misc, no-any-return]
        except BaseException:
            self._remove_files()
            raise
        finally:
            # What evaluate keeps of released locks would only forbid to pickle the metric.
            self.file_paths = self.filelocks = None

    def add_batch(self, predictions: Any = None, references: Any = None) -> None:
        """Add documents; each of the two lists holds one side of them, in the same order."""
        few = isinstance(predictions, list) and 0 < len(predictions) <= FEW
        gathered = self.task.gathered(predictions, references) if few else None
        sides = self._checked(predictions, references) if gathered is None else None
        with self.busy:
            if self.num_process > 1:  # type: ignore[attr-defined]
                self._meet()
            if gathered is not None:
                self._let_wait(gathered, len(predictions))
                self.parts += len(predictions)  # each of them was looked at alone
            if sides or self.documents_waiting >= MOST_WAITING:
                self._settle()
            if sides:
                self.settled.append(sides)
                self.parts += 1

    def _checked(self, predictions: object, references: object) -> tuple[pa.StructArray, pa.StructArray]:
        """Both sides as typed Arrow arrays; what is wrong with documents of another task names that task."""
        try:
            return self.task.check(predictions, references)
        except InputError as error:
            sides = {"predictions": predictions, "references": references}
            raise naming_task(error, sides, self.task.name, _OTHER_TASK) from None

    def __len__(self) -> int:
        return self.documents_waiting + sum(len(system) for system, _ in self.settled)

    def _hold_nothing(self) -> None:
        """Hold no documents."""
        self.parts = self.documents_waiting = 0
        self.waiting: tuple[Gathered, Gathered] | None = None
        self.settled: list[tuple[pa.StructArray, pa.StructArray]] = []

    def _let_wait(self, values: tuple[Gathered, Gathered], documents: int) -> None:
        """Keep the values of a few documents behind those of the others."""
        self.documents_waiting += documents
        if self.waiting is None:
            self.waiting = values
        else:
            system, reference = map(extended, self.waiting, values)
            self.waiting = system, reference

    def _settle(self) -> None:
        """Make columns of the documents that were added a few at a time."""
        if self.waiting is not None:
            system, reference = map(sure_array, (self.task.predictions, self.task.references), self.waiting)
            self.settled.append((system, reference))
            self.waiting, self.documents_waiting = None, 0

    def _meet(self) -> None:
        """Open the file of one of several processes, and wait until each has opened its own."""
        if self.writer is None:
            self.selected_feature_format = self.features  # type: ignore[attr-defined]
            self._init_writer()  # type: ignore[attr-defined]

    def add(
        self, prediction: Any = None, reference: Any = None, *, predictions: Any = None, references: Any = None
    ) -> None:
        """Add one document. The plural names are those under which `evaluate.combine` passes it on."""
        system = prediction if predictions is None else predictions
        gold = reference if references is None else references
        self.add_batch(predictions=[system], references=[gold])

    def _compute(
        self, predictions: Any, references: Any, options: Any, details: bool, apart: bool = True
    ) -> dict[str, Any]:
        system, reference = one_chunk(predictions, "predictions"), one_chunk(references, "references")
        # They were checked before they were held; what must hold between documents of several calls or processes can
        # be seen only now.
        if apart:
            self.task.examine(system, reference, REFUSE)
        return self.task.count_checked(system, reference, options, details).score(details)

    def _remove_files(self) -> None:
        """Drop what was written, with its files and locks, after a computation that failed."""
        self.data = self.writer = self.buf_writer = None
        for path, lock in zip(self.file_paths or [], self.filelocks or [], strict=False):
            with contextlib.suppress(OSError):
                os.remove(path)
            lock.release()
