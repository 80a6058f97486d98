import { expect, test } from 'vitest';
import { bodyOf } from '../support/answer.ts';
import { blockedDomain, testDomain } from './support/test-data.ts';
import { useStage } from './support/use-stage.ts';

const { api, runId } = useStage();

test('a company is created once, read and changed, and a contact of its domain belongs to it', async () => {
  // A company cannot be deleted, so all runs share one.
  const found = await api.GET('/companies', { params: { query: { domain: testDomain } } });
  const { id } =
    bodyOf(found).data[0] ??
    bodyOf(await api.POST('/companies', { body: { name: 'Stage test, no customer', domain: testDomain } }));
  const params = { path: { id } };

  const changed = await api.PATCH('/companies/{id}', { params, body: { description: `Last run: ${runId}` } });
  expect(bodyOf(changed).description).toBe(`Last run: ${runId}`);
  expect(bodyOf(await api.GET('/companies/{id}', { params }))).toMatchObject({ id, domain: testDomain });
  const contact = await api.POST('/contacts', { body: { email: `${runId}-company@${testDomain}` } });
  expect(bodyOf(contact).companyId).toBe(id);
});

test('a domain is blocked once, suppresses its contacts, and is unblocked', async () => {
  const body = { value: blockedDomain, note: runId };
  const blocked = await api.POST('/blocklist', { body });
  const { id } = bodyOf(blocked);

  expect(blocked.response.status).toBe(201);
  expect((await api.POST('/blocklist', { body })).response.status).toBe(200);
  const contact = await api.POST('/contacts', { body: { email: `${runId}-blocked@${blockedDomain}` } });
  expect(bodyOf(contact).status).toBe('blocklisted');
  const freed = await api.DELETE('/blocklist/{id}', { params: { path: { id } } });
  expect(freed.response.status).toBe(204);
});
