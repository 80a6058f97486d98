import createClient from 'openapi-fetch';
import type { components, paths } from './outreach.d.ts';

/** Uses `openapi-fetch` with the types of openapi-typescript as a customer would. Prints what it has found as one line of JSON. */
const api = createClient<paths>({
  baseUrl: process.env['API'] ?? '',
  headers: { Authorization: `Bearer ${process.env['API_KEY']}` },
});

function found<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));

  return data;
}

const ann = {
  params: { header: { 'Idempotency-Key': 'create-ann' } },
  body: { email: 'ann@example.com', firstName: 'Ann' },
};
const created = found(await api.POST('/contacts', ann));
const repeated = found(await api.POST('/contacts', ann));

const report = found(
  await api.POST('/contacts/import', {
    body: { csv: 'email\nbo@example.com\ncy@example.com\n', options: { tags: ['imported'] } },
  }),
);

const contacts: components['schemas']['ListedContact'][] = [];
for (let cursor: string | null | undefined; cursor !== null; ) {
  const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
  const page = found(await api.GET('/contacts', { params: { query } }));
  contacts.push(...page.data);
  cursor = page.nextCursor;
}

const startAt = '2030-01-02T10:00:00.000Z';
const draft = found(
  await api.POST('/campaigns', {
    body: {
      name: 'Spring',
      steps: [{ variants: [{ subject: 'Hello', bodyText: 'Hello {{firstName}}' }] }],
      schedule: { startAt },
    },
  }),
);
const campaign = found(await api.GET('/campaigns/{id}', { params: { path: { id: draft.id } } }));

const { error } = await api.POST('/contacts', { body: { email: 'nobody' } });
const fault = error && 'details' in error.error ? error.error.details[0] : undefined;

const { data: events } = found(
  await api.GET('/activity', { params: { query: { type: 'contact.created', contactId: created.id } } }),
);
const emailsOfEvents = events.flatMap((event) =>
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
