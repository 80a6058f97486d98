"""Sends requests, and repeats them."""

from __future__ import annotations

import itertools
import random
import time
import uuid
from typing import Any

import httpx

from .errors import ApiError, ConnectionError, IdempotencyMismatchError, OutreachError

LONGEST_RETRY_AFTER = 120


class RetryingClient(httpx.Client):
    """Each attempt of a write has the same idempotency key, so that it changes nothing twice."""

    def __init__(self, *, retries: int, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._retries = retries

    def send(self, request: httpx.Request, **arguments: Any) -> httpx.Response:
        if request.method != "GET":
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        for retry in itertools.count():
            seconds = min(30.0, 0.5 * 2**retry) * random.uniform(0.5, 1)
            try:
                response = super().send(request, **arguments)
            except httpx.TransportError as cause:
                if retry >= self._retries:
                    raise ConnectionError("The API did not respond.") from cause
            else:
                if response.is_success:
                    return _checked(response)
                seconds = _retry_after(response) or seconds
                is_temporary = response.status_code == 429 or response.status_code >= 500
                if not is_temporary or retry >= self._retries or seconds > LONGEST_RETRY_AFTER:
                    raise ApiError(response)
            time.sleep(seconds)
        raise AssertionError


def _checked(response: httpx.Response) -> httpx.Response:
    mismatch = response.headers.get("Idempotency-Mismatch")
    if mismatch is not None:
        raise IdempotencyMismatchError(response, mismatch)
    return response


def _retry_after(response: httpx.Response) -> float | None:
    text = response.headers.get("Retry-After", "")
    return float(text) if text.isdecimal() else None


def checked_id(value: str) -> str:
    """An empty id or dots would lead to another resource."""
    if value in ("", ".", ".."):
        raise OutreachError("An id must not be empty.")
    return value
