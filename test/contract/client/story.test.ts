import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addQuietAccount, waitForEnrolment } from '../../api/support/seed.ts';
import { eventFaults } from '../../support/documented.ts';
import { newUser } from '../../support/users.ts';
import { type Customer, newCustomer, readAll, succeeded } from './typed-client.ts';

/** What a customer's program does, in the types that `openapi-typescript` makes of the document: this compiles without a cast. */
let customer: Customer;
beforeAll(async () => {
  customer = await newCustomer();
});

describe('contacts', () => {
  test('are created, listed to the end, read and imported', async () => {
    const { api } = customer;
    const ids: string[] = [];
    for (const firstName of ['Ada', 'Grace', 'Joan']) {
      const body = { email: `${firstName}@customer.example`, firstName };
      const header = { 'Idempotency-Key': randomUUID() };
      const contact = succeeded(await api.POST('/contacts', { body, params: { header } }));
      const again = await api.POST('/contacts', { body, params: { header } });
      expect(succeeded(again)).toEqual(contact);
      expect(again.response.headers.get('Idempotency-Replayed')).toBe('true');
      ids.push(contact.id);
    }
    const listed = await readAll((cursor) =>
      api.GET('/contacts', { params: { query: { limit: 1, ...cursor } } }),
    );
    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());

    const [id = ''] = ids;
    const contact = succeeded(await api.GET('/contacts/{id}', { params: { path: { id } } }));
    expect(contact).toMatchObject({ firstName: 'Ada', customFields: {}, status: 'active' });

    const report = succeeded(
      await api.POST('/contacts/import', {
        params: { query: { tags: 'lead' } },
        headers: { 'Content-Type': 'text/csv' },
        body: 'email,plan\nkatherine@customer.example,gold\nada@customer.example,\n',
        bodySerializer: (csv) => csv,
      }),
    );
    expect(report).toMatchObject({ total: 2, created: 1, skipped: 1 });
  });

  test('that are wrong are refused with every fault', async () => {
    const { error, response } = await customer.api.POST('/contacts', {
      body: { email: 'nobody', tags: [''] },
    });

    expect(response.status).toBe(422);
    if (!error || !('details' in error.error)) throw new Error('a 422 names its faults');
    expect(error.error.details.map(({ path }) => path)).toEqual(['email', 'tags[0]']);
  });

  test('that are not there are not found', async () => {
    const { error, response } = await customer.api.GET('/contacts/{id}', {
      params: { path: { id: 'con_1' } },
    });

    expect(response.status).toBe(404);
    expect(error?.error.code).toBe('NOT_FOUND');
  });
});

describe('campaigns', () => {
  test('are created, read, started and paused', async () => {
    const { api, workspace } = customer;
    const accountId = await addQuietAccount(workspace.workspaceId);
    const contact = succeeded(await api.POST('/contacts', { body: { email: 'lin@customer.example' } }));
    const { id, enrolment } = succeeded(
      await api.POST('/campaigns', {
        body: {
          name: 'Hello',
          emailAccountIds: [accountId],
          contactIds: [contact.id],
          steps: [{ variants: [{ subject: 'Hello {{firstName}}', bodyText: 'How are you?' }] }],
        },
      }),
    );
    expect(enrolment).toMatchObject({ enrolled: 1 });
    await waitForEnrolment(workspace.workspaceId, id);
    const path = { id };

    expect(succeeded(await api.POST('/campaigns/{id}/start', { params: { path } })).status).toBe('active');
    expect(succeeded(await api.POST('/campaigns/{id}/pause', { params: { path } })).pauseReason).toBe('user');
    expect(succeeded(await api.GET('/campaigns/{id}', { params: { path } })).stats.contacts).toBe(1);
  });
});

describe('webhooks', () => {
  test('are created, listed, given another secret and deleted; secrets are shown once', async () => {
    const { api } = customer;
    const webhook = succeeded(
      await api.POST('/webhooks', {
        body: { url: 'https://hooks.example.com/in', events: ['email.sent', 'campaign.completed'] },
      }),
    );

    expect(webhook).toMatchObject({ status: 'healthy', secret: expect.stringMatching(/^whsec_/) });
    const listed = await readAll((cursor) =>
      api.GET('/webhooks', { params: { query: { limit: 1, ...cursor } } }),
    );
    expect(listed.map(({ id }) => id)).toEqual([webhook.id]);
    expect(listed[0]).not.toHaveProperty('secret');

    const params = { path: { id: webhook.id } };
    const { secret } = succeeded(await api.POST('/webhooks/{id}/rotate-secret', { params, body: {} }));
    expect(secret).not.toBe(webhook.secret);
    expect((await api.DELETE('/webhooks/{id}', { params })).response.status).toBe(204);
  });
});

describe('email accounts', () => {
  test('are listed, read, changed and disconnected', async () => {
    const { api, workspace } = customer;
    const id = await addQuietAccount(workspace.workspaceId);
    const accounts = await readAll((cursor) =>
      api.GET('/email-accounts', { params: { query: { limit: 1, ...cursor } } }),
    );
    expect(accounts.map((account) => account.id)).toContain(id);

    const params = { path: { id } };
    const body = { fromName: 'Ann at Example', dailyLimit: 20 };
    expect(succeeded(await api.PATCH('/email-accounts/{id}', { params, body }))).toMatchObject(body);
    expect(succeeded(await api.GET('/email-accounts/{id}', { params }))).toMatchObject(body);
    expect((await api.DELETE('/email-accounts/{id}', { params })).response.status).toBe(204);
  });
});

describe('API keys', () => {
  test('are created, listed and revoked', async () => {
    const { api } = customer;
    const { id } = succeeded(await api.POST('/api-keys', { body: { name: 'ci', scope: 'read-only' } }));
    const keys = await readAll((cursor) =>
      api.GET('/api-keys', { params: { query: { limit: 2, ...cursor } } }),
    );
    expect(keys.map((key) => key.id)).toContain(id);

    const { response } = await api.DELETE('/api-keys/{id}', { params: { path: { id } } });
    expect(response.status).toBe(204);
  });
});

describe('activity', () => {
  test('tells what happened, to the end', async () => {
    const events = await readAll((cursor) =>
      customer.api.GET('/activity', { params: { query: { limit: 3, ...cursor } } }),
    );

    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(['campaign.paused', 'campaign.started', 'contact.created']),
    );
    for (const { id: _, type, occurredAt, metadata, ...subjects } of events) {
      const ids = Object.fromEntries(Object.entries(subjects).filter(([, subject]) => subject !== null));
      // What a webhook would have been told.
      expect(eventFaults({ event: type, timestamp: occurredAt, data: { ...ids, ...metadata } })).toEqual([]);
    }
  });
});

describe('sessions', () => {
  test('are opened, shown, good for writing, and ended', async () => {
    const { api, workspace } = customer;
    const { email, password } = await newUser(workspace.workspaceId);
    const opened = await api.POST('/auth/login', { body: { email, password } });
    const session = succeeded(opened);
    const headers = {
      Authorization: null,
      Cookie: opened.response.headers.get('Set-Cookie')?.split(';')[0],
      'Sec-Fetch-Site': 'same-origin',
    };

    expect(succeeded(await api.GET('/auth/session', { headers })).user).toEqual(session.user);
    const body = { email: 'written@customer.example' };
    expect(succeeded(await api.POST('/contacts', { headers, body }))).toMatchObject(body);
    expect((await api.POST('/auth/logout', { headers })).response.status).toBe(204);
    expect((await api.GET('/auth/session', { headers })).error?.error.code).toBe('UNAUTHORIZED');
  });
});

test('the document itself can be read by the client that was made from it', async () => {
  expect(succeeded(await customer.api.GET('/openapi.json')).openapi).toMatch(/^3\.1\./);
});
