import { client } from './outreach/client.gen.ts';
import {
  activityList,
  campaignsCreate,
  campaignsGet,
  contactsCreate,
  contactsImport,
  contactsList,
} from './outreach/sdk.gen.ts';
import type { ListedContact } from './outreach/types.gen.ts';

/** Uses the client of Hey API as a customer would. Prints what it has found as one line of JSON. */
client.setConfig({ baseUrl: process.env['API'] ?? '', auth: () => process.env['API_KEY'] ?? '' });
const throwOnError = true;

const ann = {
  headers: { 'Idempotency-Key': 'create-ann' },
  body: { email: 'ann@example.com', firstName: 'Ann' },
  throwOnError,
} as const;
const { data: created } = await contactsCreate(ann);
const { data: repeated } = await contactsCreate(ann);

const { data: report } = await contactsImport({
  body: { csv: 'email\nbo@example.com\ncy@example.com\n', options: { tags: ['imported'] } },
  throwOnError,
});

const contacts: ListedContact[] = [];
for (let cursor: string | null | undefined; cursor !== null; ) {
  const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
  const { data: page } = await contactsList({ query, throwOnError });
  contacts.push(...page.data);
  cursor = page.nextCursor;
}

const startAt = '2030-01-02T10:00:00.000Z';
const { data: draft } = await campaignsCreate({
  body: {
    name: 'Spring',
    steps: [{ variants: [{ subject: 'Hello', bodyText: 'Hello {{firstName}}' }] }],
    schedule: { startAt },
  },
  throwOnError,
});
const { data: campaign } = await campaignsGet({ path: { id: draft.id }, throwOnError });

const { error } = await contactsCreate({ body: { email: 'nobody' } });
const fault = error && 'details' in error.error ? error.error.details[0] : undefined;

const { data: events } = await activityList({
  query: { type: 'contact.created', contactId: created.id },
  throwOnError,
});
const emailsOfEvents = events.data.flatMap((event) =>
  event.type === 'contact.created' ? [event.metadata.email] : [],
);

console.log(
  JSON.stringify({
    isRepeated: created.id === repeated.id,
    imported: report.created,
    contacts: contacts.map(({ email }) => email).sort(),
    withoutCompany: contacts[0]?.companyId === null,
    status: campaign.status,
    startsAt: campaign.schedule.startAt === startAt,
    fault: [fault?.path, fault?.rule],
    events: emailsOfEvents.length,
  }),
);
