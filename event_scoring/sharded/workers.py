"""Processes that share the parts of a corpus: each is sent numbers of parts, and sends rows as text, not as pickles."""

from __future__ import annotations

import signal
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from event_scoring.sharded.corpus import Corpus

MAX_LOSSES = 3
"""The number of times the worker of a part may be killed before the call fails."""


def rows_of_workers(corpus: Corpus, workers: int) -> Generator[tuple[int, str]]:
    """Yield each part with its row, in the order in which they are done.

    Raises:
        ChildProcessError: if the worker of a part is killed again and again.
    """
    context = get_context("spawn")  # a fork would copy the locks of the threads of pyarrow
    waiting, losses = deque(range(corpus.parts)), Counter[int]()
    processes, part_of = dict[Connection, BaseProcess](), dict[Connection, int]()
    try:
        while waiting or part_of:
            while waiting and len(part_of) < workers:
                idle = next((connection for connection in processes if connection not in part_of), None)
                if idle is None:
                    with _interruption_deferred():
                        idle, other = context.Pipe()
                        processes[idle] = context.Process(target=_work, args=(corpus, other), daemon=True)
                        _start(processes[idle])
                        other.close()
                part_of[idle] = waiting.popleft()
                with suppress(ConnectionError):  # of a worker that is dead already, which is seen below
                    idle.send(part_of[idle])
            for connection in wait(list(part_of)):
                assert isinstance(connection, Connection)
                part = part_of.pop(connection)
                try:
                    row = connection.recv_bytes().decode()
                except (EOFError, ConnectionError):
                    losses[part] += 1
                    process = processes.pop(connection)
                    process.join()
                    if losses[part] == MAX_LOSSES:
                        raise ChildProcessError(_message_of_loss(corpus, part, process.exitcode)) from None
                    waiting.appendleft(part)
                else:
                    yield part, row
    finally:
        for process in processes.values():
            process.kill()
            process.join()


def _start(process: BaseProcess) -> None:
    """Start a process that Ctrl-C does not reach: a terminal sends it to all, and the parent ends the others."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        process.start()
        return
    resource_tracker.ensure_running()  # its start would unblock the signal
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # the process inherits it
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


@contextmanager
def _interruption_deferred() -> Iterator[None]:
    """Raise for a Ctrl-C at the end of the block: other threads of this process still receive what one has blocked."""
    if threading.current_thread() is not threading.main_thread():  # which alone may handle signals
        yield
        return
    received = list[int]()
    handler = signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if received:
            signal.raise_signal(signal.SIGINT)


def _work(corpus: Corpus, connection: Connection) -> None:
    """Count the parts whose numbers come, until no more can come."""
    try:
        while True:
            connection.send_bytes(corpus.row(connection.recv()).encode())
    except (EOFError, ConnectionError):
        pass


def _message_of_loss(corpus: Corpus, part: int, exit_code: int | None) -> str:
    """Return the message for a part whose workers do not come to an end."""
    where = corpus.predictions[part].path if corpus.references is None else f"part {part + 1} of {corpus.parts}"
    if exit_code is not None and exit_code < 0:
        return f"{where}: {MAX_LOSSES} workers were killed. Is memory short? Take fewer workers or smaller shards"
    return f'{where}: {MAX_LOSSES} workers ended early. A script needs `if __name__ == "__main__":` around the call'
