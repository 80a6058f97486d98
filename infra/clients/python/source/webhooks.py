"""Deliveries to webhooks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError

from .operations import EVENTS, WebhookEvent

__all__ = ["WebhookVerificationError", "verify"]


def verify(body: bytes | str, headers: Mapping[str, str], secret: str) -> WebhookEvent | dict[str, Any]:
    """Verifies a delivery by Standard Webhooks. Pass the body as received, before any parser.

    Raises ``WebhookVerificationError`` if the signature is wrong, or the delivery is more than five minutes old. An event of a type
    that this version does not know is returned as a ``dict``.
    """
    Webhook(secret).verify(body, dict(headers), json_parse=False)
    event = json.loads(body)
    model = EVENTS.get(event["event"])
    return event if model is None else model.from_dict(event)
