"""The client of the Outreach Campaign Service."""

from . import models, webhooks
from .client import OutreachClient
from .errors import (
    ApiError,
    ConnectionError,
    ErrorDetail,
    IdempotencyMismatchError,
    JobFailedError,
    OutreachError,
    WaitTimeoutError,
)
from .generated.types import UNSET, Unset
from .pages import Page, Pages

__all__ = [
    "UNSET",
    "ApiError",
    "ConnectionError",
    "ErrorDetail",
    "IdempotencyMismatchError",
    "JobFailedError",
    "OutreachClient",
    "OutreachError",
    "Page",
    "Pages",
    "Unset",
    "WaitTimeoutError",
    "models",
    "webhooks",
]
