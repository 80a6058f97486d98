"""Errors of the client."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class ErrorDetail:
    """An error of one field, parameter or header."""

    #: Such as ``steps[1].subject``. Empty if the error concerns the whole request.
    path: str
    #: The broken rule, such as ``unique``. The API document lists them.
    rule: str
    message: str
    #: With the rule ``unique``: the resource that has the value.
    existing_id: str | None = None


class OutreachError(Exception):
    """The base of all errors of this client."""


class ApiError(OutreachError):
    """The API rejected the request, or still failed at the last attempt."""

    def __init__(self, response: httpx.Response) -> None:
        body = _parse(response.text)
        error = body.get("error", {})
        self.message: str = error.get("message") or body.get("message") or f"The response has the status {response.status_code}."
        super().__init__(self.message)
        self.status: int = response.status_code
        #: Such as ``VALIDATION_ERROR``. ``HTTP_413`` if a gateway answered without a code.
        self.code: str = error.get("code", f"HTTP_{response.status_code}")
        #: Empty unless the code is ``VALIDATION_ERROR``.
        self.details: list[ErrorDetail] = [
            ErrorDetail(detail["path"], detail["rule"], detail["message"], detail.get("existingId"))
            for detail in error.get("details", [])
        ]
        #: Identifies the request in the logs of the service.
        self.request_id: str | None = response.headers.get("X-Request-Id")

    @property
    def rule(self) -> str | None:
        """The rule of the first detail."""
        return self.details[0].rule if self.details else None


class ConnectionError(OutreachError):
    """No attempt got a response. The cause is the error of the last one. A write may have been committed."""


class IdempotencyMismatchError(OutreachError):
    """An earlier request with this idempotency key had another body or query. This one changed nothing."""

    def __init__(self, response: httpx.Response, mismatch: str) -> None:
        self.idempotency_key: str = response.request.headers["Idempotency-Key"]
        #: ``body``, ``query`` or both.
        self.parts: list[str] = mismatch.split(", ")
        self.request_id: str | None = response.headers.get("X-Request-Id")
        super().__init__(f"The idempotency key {self.idempotency_key} was used with another {' and '.join(self.parts)}.")


class JobFailedError(OutreachError):
    """A job ended as ``failed`` or ``cancelled``."""

    def __init__(self, job: Any) -> None:
        super().__init__(f"The job is {job.status}: {getattr(job, 'status_reason', None)}.")
        self.job = job


class WaitTimeoutError(OutreachError):
    """A job had not ended within the time. It continues, and can be waited for again."""


def _parse(text: str) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
