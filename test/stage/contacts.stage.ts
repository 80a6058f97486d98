import { expect, test } from 'vitest';
import { bodyOf } from '../support/answer.ts';
import { everyPage } from './support/api-client.ts';
import { testDomain } from './support/test-data.ts';
import { send, useStage } from './support/use-stage.ts';

const { api, apiKey, runId } = useStage();
const addressOf = (name: string) => `${runId}-${name}@${testDomain}`;

test('a contact is created, read, changed and deleted', async () => {
  const created = await api.POST('/contacts', { body: { email: addressOf('crud'), tags: ['stage-test'] } });
  const { id, status } = bodyOf(created);
  const params = { path: { id } };

  expect(created.response.status).toBe(201);
  expect(status).toBe('active');
  expect(bodyOf(await api.GET('/contacts/{id}', { params })).email).toBe(addressOf('crud'));
  const changed = await api.PATCH('/contacts/{id}', { params, body: { firstName: 'Stage', tags: [] } });
  expect(bodyOf(changed)).toMatchObject({ firstName: 'Stage', tags: [] });
  expect((await api.DELETE('/contacts/{id}', { params })).response.status).toBe(204);
  expect((await api.GET('/contacts/{id}', { params })).response.status).toBe(404);
});

test('an address belongs to one contact', async () => {
  const body = { email: addressOf('once') };

  expect((await api.POST('/contacts', { body })).response.status).toBe(201);
  expect((await api.POST('/contacts', { body })).error?.error).toMatchObject({
    details: [{ path: 'email' }],
  });
});

test('an invalid field gets 422 with its path, and changes nothing', async () => {
  const body = { email: addressOf('wrong'), country: 'Nowhere' };
  const refused = await api.POST('/contacts', { body });

  expect(refused.response.status).toBe(422);
  expect(refused.error?.error).toMatchObject({ details: [{ path: 'country' }] });
  const found = await api.GET('/contacts', { params: { query: { email: addressOf('wrong') } } });
  expect(bodyOf(found).data).toEqual([]);
});

test('a CSV file is imported, each row is reported, and all contacts are listed page by page', async () => {
  const emails = [1, 2, 3].map((row) => addressOf(`import-${row}`));
  const csv = ['email,first_name', ...emails.map((email) => `${email},Ada`), 'not an address,Bob', ''].join(
    '\n',
  );
  const reply = await send('/contacts/import', {
    method: 'POST',
    body: csv,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'text/csv' },
  });
  expect([200, 202]).toContain(reply.status);
  const params = { path: { id: String(reply.body.importId) } };

  await expect
    .poll(async () => bodyOf(await api.GET('/contacts/imports/{id}', { params })), {
      timeout: 60_000,
      interval: 2000,
    })
    .toMatchObject({ status: 'completed', total: 4, created: 3, failed: 1 });
  const list = () =>
    everyPage((cursor) =>
      api.GET('/contacts', { params: { query: { search: `${runId}-import`, limit: 2, ...cursor } } }),
    );
  await expect
    .poll(async () => (await list()).map(({ email }) => email).toSorted(), {
      timeout: 30_000,
      interval: 2000,
    })
    .toEqual(emails);
});
