import { expect, test } from 'vitest';
import { handler as importBlocklist } from '../../../functions/blocklist/import.ts';
import { handler as listBlocklist } from '../../../functions/blocklist/list.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';

test.each([
  ['/contacts/import', importContacts, '/contacts', listContacts],
  ['/blocklist/import', importBlocklist, '/blocklist', listBlocklist],
] as const)('%s performs one of two concurrent files with one key', async (path, handler, listPath, list) => {
  const { apiKey } = await newWorkspace();
  const importFile = (domain: string) => {
    const csv = ['email', ...Array.from({ length: 40 }, (_, row) => `row${row}@${domain}`)].join('\n');
    const headers = { 'Idempotency-Key': 'the same' };

    return call(handler, { method: 'POST', path, apiKey, headers, body: { csv } });
  };
  const replies = await Promise.all([importFile('one.example'), importFile('two.example')]);
  const statuses = replies.map(({ status }) => status);
  const { data } = (await call(list, { method: 'GET', path: listPath, query: { limit: '100' }, apiKey }))
    .body;
  const domains = new Set(
    data.map((item: { email?: string; value?: string }) => (item.email ?? item.value)?.split('@')[1]),
  );

  expect([data.length, domains.size]).toEqual([40, 1]);
  // The other request is rejected while the first one is performed, and has its response afterwards.
  expect(statuses).toContain(200);
  for (const { status, body } of replies.filter((reply) => reply.status !== 200))
    expect([status, body.error.details[0].path]).toEqual([422, 'Idempotency-Key']);
});
