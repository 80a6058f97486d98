import { beforeAll, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { planWebhookDeletion } from '#lib/webhooks/delete.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { planWebhookUpdate } from '#lib/webhooks/webhooks.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as update } from '../../../functions/webhooks/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addWebhook, commitNow, rotateSecret } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

const url = 'https://hooks.example.com/moved';
let workspace: Workspace;
const on = (id: string) => ({ path: `/webhooks/${id}`, params: { id }, apiKey: workspace.apiKey });
const patch = (id: string, body: unknown) => call(update, { method: 'PATCH', ...on(id), body });
const read = async (id: string) => (await call(get, { method: 'GET', ...on(id) })).body;
const stored = (id: string) => connected().table.get(webhookKey(workspace.workspaceId, id));

/** As stored, and as returned by the API. */
async function newWebhook(input: Record<string, unknown> = {}) {
  const { secret: _, ...webhook } = await addWebhook(workspace.workspaceId, input);

  return webhook;
}

beforeAll(async () => {
  workspace = await newWorkspace();
});

const withoutCreator = ({ createdBy: _, ...others }: Record<string, unknown>) => others;

describe('accepts', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another address', { url }],
    ['other events', { events: ['email.replied', 'email.sent'] }],
    ['another description', { description: 'CRM' }],
    ['no description', { description: null }],
    ['all fields', { url, events: ['campaign.completed'], description: 'ours' }],
  ])('%s, and keeps the other fields', async (_, body) => {
    const before = await newWebhook({ description: 'before' });
    const reply = await patch(before.id, body);

    expect(reply.status).toBe(200);
    const { createdBy, ...others } = reply.body;
    expect(others).toMatchObject({ ...withoutCreator(before), ...body, updatedAt: expect.any(String) });
    expect(createdBy).toBe('url' in body ? `key_${workspace.apiKey.slice(4, 30)}` : before.createdBy);
    expect(reply.body.updatedAt > before.updatedAt).toBe(true);
    expect(await read(before.id)).toEqual(reply.body);
  });

  test('unchanged values, and writes nothing', async () => {
    const { id, events } = await newWebhook();
    const before = await stored(id);
    const { body } = await patch(id, { url });
    const after = await stored(id);
    expect(after).not.toEqual(before);

    for (const same of [{}, { url }, { events, description: null }]) {
      expect((await patch(id, same)).body).toEqual(body);
    }
    expect(await stored(id)).toEqual(after);
  });

  test('a new URL: state of the old URL is reset, everything else is kept', async () => {
    const { id } = await newWebhook();
    await rotateSecret(workspace.workspaceId, id);
    const learned = {
      doubleRejections: 2,
      fallbackPausedUntil: Date.now() + 600_000,
      slowUntil: Date.now() + 600_000,
    };
    const state = {
      status: 'failing',
      consecutiveFailures: 7,
      lastFailureAt: new Date().toISOString(),
      lastError: { code: 'timeout', statusCode: null },
      acceptedSecret: 'sealed',
    };
    const key = webhookKey(workspace.workspaceId, id);
    await connected().table.update({ update: key, set: { ...learned, ...state } });
    const before = await stored(id);
    for (const body of [{ description: 'still there' }, { url: before?.['url'] }]) await patch(id, body);
    const same = await stored(id);
    expect(same).toEqual({ ...before, description: 'still there', updatedAt: expect.any(String) });

    await patch(id, { url });
    const kept = Object.entries(same ?? {}).filter(([name]) => !(name in learned));
    expect(await stored(id)).toEqual({
      ...Object.fromEntries(kept),
      url,
      createdBy: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  test('concurrent updates: no update is lost, and the last response has all of them', async () => {
    const { id } = await newWebhook();
    const changes = [{ url }, { events: ['email.clicked', 'email.opened'] }, { description: 'at once' }];
    const replies = await Promise.all(changes.map((body) => patch(id, body)));
    const after = await read(id);

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(after).toMatchObject(Object.assign({}, ...changes));
    expect(replies.map(({ body }) => body)).toContainEqual(after);
  });

  test('an update during a concurrent change is retried', async () => {
    const { workspaceId } = workspace;
    const services = { ...connected(), vault: kmsVault(connected()), loopback: 'refuse' as const };
    const { id } = await newWebhook();
    for (const meanwhile of [
      () => patch(id, { description: 'quicker' }),
      () => rotateSecret(workspaceId, id),
      () => commitNow(workspaceId, planWebhookDeletion(workspaceId, id, Date.now())),
    ]) {
      const change = await planWebhookUpdate(services, { workspaceId }, id, { url });
      await meanwhile();

      await expect(commitNow(workspaceId, change)).rejects.toBeInstanceOf(StaleDecision);
    }
    expect(await stored(id)).toBeUndefined();
  });
});

describe('rejects', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a plain-text URL', { url: 'http://hooks.example.com/in' }, 'url'],
    ['a URL in a private network', { url: 'https://10.0.0.1/' }, 'url'],
    ['the instance-metadata URL', { url: 'https://169.254.169.254/latest/meta-data/' }, 'url'],
    ['another port', { url: 'https://hooks.example.com:22/' }, 'url'],
    ['a URL of 2,049 characters', { url: `https://example.com/${'x'.repeat(2029)}` }, 'url'],
    ['null for the URL', { url: null }, 'url'],
    ['an empty URL', { url: '' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['null for events', { events: null }, 'events'],
    ['a repeated event', { events: ['email.sent', 'email.sent'] }, 'events'],
    ['an event that does not exist', { events: ['email.sent', 'email.delivered'] }, 'events[1]'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description'],
    ['a status', { status: 'healthy' }, 'status'],
    ['a counter', { consecutiveFailures: 0 }, 'consecutiveFailures'],
    ['a secret', { secret: 'whsec_mine' }, 'secret'],
  ])('%s, naming the field, without a change', async (_, wrong, path) => {
    const { id } = await newWebhook();
    const before = await stored(id);
    const reply = await patch(id, { description: 'with it', ...wrong });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
    expect(await stored(id)).toEqual(before);
  });

  test('a deleted webhook', async () => {
    const { id } = await newWebhook();
    await commitNow(workspace.workspaceId, planWebhookDeletion(workspace.workspaceId, id, Date.now()));

    expect((await patch(id, { url })).status).toBe(404);
    expect(await stored(id)).toBeUndefined();
  });
});
