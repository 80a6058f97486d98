import { expect, test } from 'vitest';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { newWorkspace } from '../../support/stack.ts';

test('a company name that cannot be stored is a custom field, and a repeated request gets the same report', async () => {
  const { apiKey } = await newWorkspace();
  // Normalised in a key, this name has 6,600 bytes: three times the limit of a key.
  const names = ['Acme', 'ﷺ'.repeat(200), 'Initech'];
  const csv = names.map((name, at) => `row${at}@example.com,${name}`);
  const upload = () =>
    call(importContacts, {
      method: 'POST',
      path: '/contacts/import',
      apiKey,
      body: ['email,company', ...csv].join('\n'),
      headers: { 'Content-Type': 'text/csv', 'Idempotency-Key': 'poison-1' },
    });
  const [first, repeated] = [await upload(), await upload()];

  expectDocumented('contacts.import', first);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    status: 'completed',
    statusReason: null,
    total: 3,
    created: 3,
    failed: 0,
    warnings: ['Column «company»: 1 value was not valid for the field and kept as a custom field.'],
  });
  expect(repeated.body).toEqual(first.body);
});
