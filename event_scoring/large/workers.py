"""The same work on many items in several processes, where a process that dies costs time and nothing else."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for
from typing import Any, TypeVar

import pyarrow as pa

Item = TypeVar("Item")
Found = TypeVar("Found")

_TRIES = 3
"""How often an item may lose its process before it is blamed for it."""

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def finished(work: Callable[[Item], Found], items: Iterable[Item], processes: int) -> Iterator[tuple[Item, Found]]:
    """Each item with what ``work`` made of it, in the order in which they are finished.

    After an error no further item is begun, but those in work are brought to an end and given before the
    error is raised. ``work`` and the items must be picklable where there are several processes.

    Examples:
        >>> [found for _, found in finished(abs, [-1, 2], processes=1)]
        [1, 2]
    """
    if processes == 1:
        for item in items:
            yield item, work(item)
        return
    waiting, coming = deque[tuple[Item, int]](), iter(items)
    running: dict[Future[Found], tuple[Item, int]] = {}
    failure: BaseException | None = None
    pool = _pool(processes)
    try:
        while True:
            while failure is None and len(running) < 2 * processes:
                if not waiting:
                    try:
                        waiting.append((next(coming), 1))
                    except StopIteration:
                        break
                    except Exception as error:
                        failure = error
                        break
                try:
                    with _light_start():
                        future = pool.submit(work, waiting[0][0])
                except BrokenProcessPool:
                    pool.shutdown(wait=False)
                    pool = _pool(processes)
                else:
                    running[future] = waiting.popleft()
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                item, tries = running.pop(future)
                outcome = future.exception()
                if outcome is None:
                    yield item, future.result()
                elif not isinstance(outcome, BrokenProcessPool):
                    failure = failure or outcome
                elif tries < _TRIES:
                    waiting.append((item, tries + 1))
                else:
                    failure = RuntimeError(
                        f"{item}: its process ended {tries} times before it was done; was memory short?"
                    )
        if failure is not None:
            raise failure
        pool.shutdown()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _pool(processes: int) -> ProcessPoolExecutor:
    # Threads of Arrow and of BLAS do not survive a fork.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_begin)


def _begin() -> None:
    """How a process of the pool starts."""
    pa.set_cpu_count(1)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # it ends quietly at Ctrl-C
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    """A parent that was killed cannot end its processes; they do it themselves."""
    wait_for([sentinel])
    os._exit(1)


@contextmanager
def _light_start() -> Iterator[None]:
    """Processes that start within have one thread for arithmetic, and do not run the user's script again.

    A process of the "spawn" kind imports the main module anew, which without ``if __name__ == "__main__"``
    would begin the whole work once more. It needs nothing of it: work and items are the engine's.
    """
    main, threads = sys.modules["__main__"], {name: os.environ.get(name) for name in _ONE_THREAD}
    empty: Any = types.ModuleType("__main__")
    sys.modules["__main__"] = empty
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        for name, value in threads.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
