import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/webhooks/list.ts';
import { handler as rotate } from '../../../functions/webhooks/rotate-secret.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addWebhook } from '../support/seed.ts';
import { readTableAsText } from '../support/table-dump.ts';
import { pathsOf } from '../support/walk.ts';

const weekMs = 7 * 86_400_000;
let workspace: Workspace;
const post = (id: string, body?: unknown) =>
  call(rotate, {
    method: 'POST',
    path: `/webhooks/${id}/rotate-secret`,
    params: { id },
    apiKey: workspace.apiKey,
    body,
  });
const read = async (id: string) => {
  const { body } = await call(list, { method: 'GET', path: '/webhooks', apiKey: workspace.apiKey });

  return body.data.find((webhook: { id: string }) => webhook.id === id);
};

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a new secret is returned once, the old one stays valid for 7 days, and neither is stored in plain text', async () => {
    const { secret: old, ...webhook } = await addWebhook(workspace.workspaceId);
    const before = Date.now();
    const { status, body } = await post(webhook.id);
    const { secret, ...shown } = body;

    expect(status).toBe(200);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.toBe(old);
    expect(shown).toEqual({
      ...webhook,
      secretCreatedBy: expect.stringMatching(/^key_/),
      updatedAt: expect.any(String),
      secretRotation: {
        previousExpiresAt: expect.any(String),
        lastAcceptedSecret: 'previous',
        previousSecrets: [{ expiresAt: shown.secretRotation.previousExpiresAt, isLastAccepted: true }],
      },
    });
    const expiresAt = Date.parse(shown.secretRotation.previousExpiresAt);
    expect(expiresAt).toBeGreaterThanOrEqual(before + weekMs);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + weekMs);
    expect(await read(webhook.id)).toEqual(shown);
    const stolen = await readTableAsText();
    for (const hidden of [old, secret]) expect(stolen).not.toContain(hidden.slice('whsec_'.length));
  });

  test.each([1, 3600, 604_800])('a grace period of %i seconds', async (gracePeriodSeconds) => {
    const { id } = await addWebhook(workspace.workspaceId);
    const { secretRotation, updatedAt } = (await post(id, { gracePeriodSeconds })).body;

    expect(Date.parse(secretRotation.previousExpiresAt) - Date.parse(updatedAt)).toBe(
      gracePeriodSeconds * 1000,
    );
  });

  test('a second rotation: all three secrets are valid, each until its own time', async () => {
    const { id } = await addWebhook(workspace.workspaceId);
    const first = (await post(id)).body.secretRotation;
    const { secretRotation } = (await post(id, { gracePeriodSeconds: 60 })).body;

    expect(secretRotation).toMatchObject({
      previousExpiresAt: first.previousExpiresAt,
      lastAcceptedSecret: 'previous',
      previousSecrets: [
        { expiresAt: first.previousExpiresAt, isLastAccepted: true },
        { expiresAt: expect.any(String), isLastAccepted: false },
      ],
    });
  });

  test('no grace period: only the new secret is valid', async () => {
    const { id } = await addWebhook(workspace.workspaceId);
    await post(id);

    expect((await post(id, { gracePeriodSeconds: 0 })).body.secretRotation).toBeNull();
  });

  test('concurrent rotations: each caller gets a secret, and one of them is current', async () => {
    const { id } = await addWebhook(workspace.workspaceId);
    const replies = await Promise.all([post(id), post(id), post(id), post(id)]);

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.secret)).size).toBe(4);
  });
});

describe('rejects', () => {
  test.each([-1, 604_801, 1.5, '60', null])('a grace period of %j', async (gracePeriodSeconds) => {
    const { id } = await addWebhook(workspace.workspaceId);

    expect(pathsOf(await post(id, { gracePeriodSeconds }))).toEqual(['gracePeriodSeconds']);
    expect((await read(id)).secretRotation).toBeNull();
  });
});
