"""The client."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

from . import models
from .errors import JobFailedError, WaitTimeoutError
from .generated.client import AuthenticatedClient
from .operations import Operations
from .transport import RetryingClient

Job = TypeVar("Job")


class OutreachClient(Operations):
    """The client of the API. Its methods have the names of the operations: ``client.contacts.create(…)``.

    ``retries`` are repeats after 429, 5xx and failures of the connection. ``timeout`` is in seconds, for one attempt.
    """

    def __init__(self, base_url: str, api_key: str, *, retries: int = 5, timeout: float = 60) -> None:
        self._http = RetryingClient(
            base_url=base_url, headers={"Authorization": f"Bearer {api_key}"}, timeout=timeout, retries=retries
        )
        #: For the functions in ``generated.api``: their ``sync_detailed`` returns headers, too.
        self.api = AuthenticatedClient(base_url=base_url, token=api_key).set_httpx_client(self._http)
        super().__init__(self.api)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def wait_for_import(self, import_id: str, timeout: float = 1800) -> models.ImportReport:
        """Waits until an import is completed: ``import_id`` of its report."""
        return _wait_until_completed(lambda: self.contacts.get_import(import_id), timeout)

    def wait_for_bulk_job(self, id: str, timeout: float = 1800) -> models.BulkJob:
        return _wait_until_completed(lambda: self.bulk_jobs.get(id), timeout)

    def wait_for_export(self, id: str, timeout: float = 1800) -> models.Export:
        """The result has ``download_url``, which is valid for 10 minutes."""
        return _wait_until_completed(lambda: self.exports.get(id), timeout)

    def wait_for_erasure(self, contact_id: str, timeout: float = 1800) -> models.Erasure:
        return _wait_until_completed(lambda: self.erasures.get(contact_id), timeout)


def _wait_until_completed(read: Callable[[], Job], timeout: float) -> Job:
    """Reads a job after 1 s at first, and every 10 s in the end."""
    deadline = time.monotonic() + timeout
    pause = 1.0
    while True:
        job = read()
        status: str = getattr(job, "status")
        if status == "completed":
            return job
        if status in ("failed", "cancelled"):
            raise JobFailedError(job)
        if time.monotonic() + pause > deadline:
            raise WaitTimeoutError(f"The job is still {status}.")
        time.sleep(pause)
        pause = min(10, pause * 1.5)
