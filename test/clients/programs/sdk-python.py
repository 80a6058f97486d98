"""Uses every feature of the client as a customer would. Prints what it has found as one line of JSON."""

import json
import os
from collections.abc import Callable
from typing import Any, TypeVar

from outreach_campaign_service import (
    ApiError,
    ConnectionError,
    IdempotencyMismatchError,
    OutreachClient,
    OutreachError,
    WaitTimeoutError,
    webhooks,
)
from outreach_campaign_service.models import (
    ContactExport,
    ContactFilterInput,
    ImportBody,
    ImportSettings,
    NewCampaign,
    NewContact,
    NewStep,
    NewStepVariant,
    TagNewBulkJob,
    WebhookTestEvent,
)

Kind = TypeVar("Kind", bound=Exception)
api, key = os.environ["API"], os.environ["API_KEY"]
client = OutreachClient(api, key)


def error_of(kind: type[Kind], action: Callable[[], Any]) -> Kind:
    try:
        action()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


rows = [f"person{index}@example.com,Person {index}" for index in range(120)]
report = client.contacts.import_(
    ImportBody(csv="\n".join(["email,firstName", *rows]), options=ImportSettings(tags=["imported"]))
)
imported = client.wait_for_import(report.import_id)

ann = client.contacts.create(NewContact(email="ann@example.com", first_name="Ann"), idempotency_key="ann")
contacts = {contact.id for contact in client.contacts.list(limit=50)}
first_page = client.contacts.list(limit=50).first()

draft = client.campaigns.create(
    NewCampaign(
        name="Spring",
        steps=[NewStep(variants=[NewStepVariant(subject="Hello", body_text="Hello {{firstName}}")])],
    )
)
campaign = client.campaigns.get(draft.id)
campaigns = [each.name for each in client.campaigns.list()]

started = client.bulk_jobs.create(
    TagNewBulkJob(action="add_tags", tags=["all"], filter_=ContactFilterInput(status="active"))
)
bulk_job = client.wait_for_bulk_job(started.id)
requested = client.exports.create(ContactExport(type_="contacts", format_="csv"))
file = client.wait_for_export(requested.id)

mismatch = error_of(
    IdempotencyMismatchError,
    lambda: client.contacts.create(NewContact(email="bo@example.com"), idempotency_key="ann"),
)
client.contacts.delete(ann.id)
deleted = error_of(ApiError, lambda: client.contacts.get(ann.id))
erasure = client.erasures.create(ann.id)
unfinished = error_of(WaitTimeoutError, lambda: client.wait_for_erasure(ann.id, timeout=3))
invalid = error_of(ApiError, lambda: client.contacts.create(NewContact(email="nobody")))
once = OutreachClient(api, key, retries=0)
exhausted = error_of(ApiError, lambda: once.contacts.create(NewContact(email="cy@example.com")))
nowhere = OutreachClient("http://127.0.0.1:1", key, retries=0)
unreachable = error_of(ConnectionError, nowhere.workspaces.get)
empty_id = error_of(OutreachError, lambda: client.contacts.get(""))

with open(os.environ["DELIVERY"]) as delivery_file:
    delivery = json.load(delivery_file)
event = webhooks.verify(delivery["body"].encode(), delivery["headers"], delivery["secret"])
assert isinstance(event, WebhookTestEvent)
forged = error_of(
    webhooks.WebhookVerificationError,
    lambda: webhooks.verify(delivery["body"] + " ", delivery["headers"], delivery["secret"]),
)

print(
    json.dumps(
        {
            "imported": [imported.status, imported.created],
            "contacts": len(contacts),
            "firstPage": len(first_page.data),
            "campaign": campaign.status,
            "campaigns": campaigns,
            "bulkJob": [bulk_job.status, bulk_job.changed],
            "export": [file.status, file.rows, file.download_url is not None],
            "deleted": [deleted.code, deleted.status],
            "erasure": [erasure.status, str(unfinished) != ""],
            "invalid": [
                invalid.code,
                invalid.status,
                invalid.rule,
                invalid.details[0].path,
                invalid.request_id is not None,
            ],
            "mismatch": mismatch.parts,
            "exhausted": [exhausted.code, exhausted.status, exhausted.message],
            "unreachable": unreachable.__cause__ is not None,
            "emptyId": str(empty_id) != "",
            "event": event.event,
            "forged": str(forged) != "",
        }
    )
)
