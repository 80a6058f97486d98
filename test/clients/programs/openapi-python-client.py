"""Uses the client of openapi-python-client as a customer would. Prints what it has found as one line of JSON."""

import datetime
import json
import os

from outreach_campaign_service_api_client import AuthenticatedClient
from outreach_campaign_service_api_client.api.activity import activity_list
from outreach_campaign_service_api_client.api.campaigns import campaigns_create, campaigns_get
from outreach_campaign_service_api_client.api.contacts import contacts_create, contacts_import, contacts_list
from outreach_campaign_service_api_client.models import (
    ContactCreatedActivityEvent,
    ImportBody,
    ImportSettings,
    InvalidRequest,
    NewCampaign,
    NewContact,
    NewStep,
    NewStepVariant,
    ScheduleInput,
)

client = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["API_KEY"])

ann = NewContact(email="ann@example.com", first_name="Ann")
created, repeated = [
    contacts_create.sync(client=client, body=ann, idempotency_key="create-ann") for _ in range(2)
]

report = contacts_import.sync(
    client=client,
    body=ImportBody(csv="email\nbo@example.com\ncy@example.com\n", options=ImportSettings(tags=["imported"])),
)

contacts = []
cursor = None
while True:
    page = contacts_list.sync(client=client, limit=2, **({"cursor": cursor} if cursor else {}))
    contacts += page.data
    cursor = page.next_cursor
    if cursor is None:
        break

starts_at = datetime.datetime(2030, 1, 2, 10, tzinfo=datetime.timezone.utc)
campaign = campaigns_create.sync(
    client=client,
    body=NewCampaign(
        name="Spring",
        steps=[NewStep(variants=[NewStepVariant(subject="Hello", body_text="Hello {{firstName}}")])],
        schedule=ScheduleInput(start_at=starts_at),
    ),
)
campaign = campaigns_get.sync(campaign.id, client=client)

refused = contacts_create.sync(client=client, body=NewContact(email="nobody"))
assert isinstance(refused, InvalidRequest)

events = activity_list.sync(client=client, type_="contact.created", contact_id=created.id).data
assert all(isinstance(event, ContactCreatedActivityEvent) for event in events)

print(
    json.dumps(
        {
            "isRepeated": created.id == repeated.id,
            "imported": report.created,
            "contacts": sorted(contact.email for contact in contacts),
            "withoutCompany": contacts[0].company_id is None,
            "status": campaign.status.value,
            "startsAt": campaign.schedule.start_at == starts_at,
            "fault": [refused.error.details[0].path, refused.error.details[0].rule.value],
            "events": len(events),
        }
    )
)
