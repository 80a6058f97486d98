import { expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as listBlocklist } from '../../../functions/blocklist/list.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { addContact } from '../support/seed.ts';

const file = [
  'email,Status',
  'ada@x.example,unsubscribed',
  'bob@x.example,bounced',
  'cy@x.example,blocklisted',
  'di@x.example,active',
  'old@x.example,unsubscribed',
  'late@x.example,',
  'late@x.example,unsubscribed',
].join('\n');

test('people who unsubscribed or bounced elsewhere are imported as suppressed, new and existing ones', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  await addContact(workspaceId, { email: 'old@x.example' });
  const upload = () =>
    call(importContacts, {
      method: 'POST',
      path: '/contacts/import',
      apiKey,
      body: file,
      headers: { 'Content-Type': 'text/csv' },
    });
  const first = await upload();

  expectDocumented('contacts.import', first);
  expect(first.body).toMatchObject({ created: 5, skipped: 1, duplicatesInFile: 1, failed: 0 });
  expect(first.body.warnings).toEqual([
    'Column «Status»: 5 values were a sign that the contact must get no email; the contact is suppressed.',
  ]);
  const readStatuses = async () => {
    const { body } = await call(list, { method: 'GET', path: '/contacts', apiKey });

    return Object.fromEntries(
      body.data.map(({ email, status }: Record<string, string>) => [email?.split('@')[0], status]),
    );
  };
  const statuses = {
    ada: 'unsubscribed',
    bob: 'bounced',
    cy: 'blocklisted',
    di: 'active',
    old: 'unsubscribed',
    late: 'unsubscribed',
  };
  expect(await readStatuses()).toEqual(statuses);
  const entries = await call(listBlocklist, { method: 'GET', path: '/blocklist', apiKey });
  expect(
    entries.body.data
      .map(({ value, reason, note, contactCount }: Record<string, unknown>) => [
        value,
        reason,
        note,
        contactCount,
      ])
      .toSorted(),
  ).toEqual(
    [
      ['ada@x.example', 'unsubscribed', 1],
      ['bob@x.example', 'hard_bounce', 1],
      ['cy@x.example', 'import', 1],
      ['late@x.example', 'unsubscribed', 1],
      ['old@x.example', 'unsubscribed', 1],
    ].map(([value, reason, count]) => [value, reason, `Import ${first.body.importId}`, count]),
  );
  const { data } = await listActivity(connected(), workspaceId, {
    type: ['contact.blocklisted'],
    limit: 100,
  });
  expect(data).toHaveLength(5);

  // A repeated file changes nothing.
  expect((await upload()).body).toMatchObject({ created: 0, skipped: 6, failed: 0 });
  expect(await readStatuses()).toEqual(statuses);
  expect((await call(listBlocklist, { method: 'GET', path: '/blocklist', apiKey })).body.data).toHaveLength(
    5,
  );
});
