import { describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { listReplies } from '#lib/replies/list.ts';
import { getReply } from '#lib/replies/read.ts';
import { planReplyUpdate } from '#lib/replies/update.ts';
import { planRemovalOfAnyUser } from '#lib/users/users.ts';
import { handler as updateReply } from '../../../functions/replies/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';
import { addReply, snoozeUntilEarlier } from '../support/replies.ts';
import { commitNow } from '../support/seed.ts';

const later = '2044-01-01T09:00:00.000Z';

/** One reply, and the lists that have it. */
async function setUp() {
  const workspace = await newWorkspace();
  const { workspaceId, apiKey } = workspace;
  const { replyId: id, ids } = await addReply(workspaceId);
  const services = { ...connected(), vault: kmsVault(connected()) };
  const patch = (body: unknown) =>
    call(updateReply, { method: 'PATCH', path: `/replies/${id}`, params: { id }, body, apiKey });
  const has = async (filters: Omit<Parameters<typeof listReplies>[2], 'limit'>) =>
    (await listReplies(services, workspaceId, { limit: 10, ...filters })).data.some(
      (reply) => reply.id === id,
    );
  const read = () => getReply(services, workspaceId, id);

  return { workspaceId, id, ids, patch, has, read };
}

describe('a reply that is done', () => {
  test('is read and leaves the open replies', async () => {
    const { patch, has } = await setUp();
    expect((await patch({ isDone: true })).body).toMatchObject({ isDone: true, isRead: true });

    expect([await has({ isDone: false }), await has({ isDone: true }), await has({})]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await has({ isRead: false })).toBe(false);
  });

  test('is open again when it is marked as unread', async () => {
    const { patch, has } = await setUp();
    await patch({ isDone: true });
    expect((await patch({ isRead: false })).body).toMatchObject({ isDone: false, isRead: false });

    expect([await has({ isDone: false, isRead: false }), await has({ isDone: true })]).toEqual([true, false]);
  });
});

describe('a snoozed reply', () => {
  test('counts as read and is among the snoozed replies until its time', async () => {
    const { patch, has } = await setUp();
    expect((await patch({ snoozedUntil: '2044-01-01T10:00:00+01:00' })).body).toMatchObject({
      snoozedUntil: later,
      isRead: true,
    });

    expect([await has({ isSnoozed: true }), await has({ isSnoozed: false })]).toEqual([true, false]);
    expect([await has({ isRead: false }), await has({ isRead: true })]).toEqual([false, true]);
  });

  test('is unread at its time, without a write', async () => {
    const { workspaceId, id, ids, has, read } = await setUp();
    const snoozedUntil = await snoozeUntilEarlier(workspaceId, id);

    expect(await has({ isSnoozed: true })).toBe(false);
    expect(await has({ isRead: false, isDone: false, isSnoozed: false })).toBe(true);
    expect(await has({ isRead: false, after: '2020-01-01T00:00:00.000Z' })).toBe(true);
    expect(await has({ isRead: false, campaignId: ids.campaignId })).toBe(true);
    expect(await read()).toMatchObject({ isRead: false, snoozedUntil: null, updatedAt: snoozedUntil });
  });

  test('can be marked as read after its return', async () => {
    const { workspaceId, id, patch, has } = await setUp();
    await snoozeUntilEarlier(workspaceId, id);
    expect((await patch({ isRead: true })).body).toMatchObject({ isRead: true, snoozedUntil: null });

    expect([await has({ isRead: false }), await has({ isRead: true })]).toEqual([false, true]);
  });

  test.each([
    [{ snoozedUntil: null }, { isRead: true, isDone: false }],
    [{ isRead: false }, { isRead: false, isDone: false }],
    [{ isDone: true }, { isRead: true, isDone: true }],
  ])('ends its snooze with %j', async (body, state) => {
    const { patch, has } = await setUp();
    await patch({ snoozedUntil: later });

    expect((await patch(body)).body).toMatchObject({ ...state, snoozedUntil: null });
    expect(await has({ isSnoozed: true })).toBe(false);
  });

  test('is opened again if it was done', async () => {
    const { patch } = await setUp();
    await patch({ isDone: true });

    expect((await patch({ snoozedUntil: later })).body).toMatchObject({ isDone: false, snoozedUntil: later });
  });

  test('comes before the replies that return later', async () => {
    const { workspaceId, id, ids } = await setUp();
    const services = { ...connected(), vault: kmsVault(connected()) };
    const { replyId: other } = await addReply(workspaceId, ids);
    for (const [replyId, snoozedUntil] of [
      [id, '2044-01-02T08:00:00.000Z'],
      [other, later],
    ] as const) {
      await commitNow(workspaceId, await planReplyUpdate(services, workspaceId, replyId, { snoozedUntil }));
    }
    const { data } = await listReplies(services, workspaceId, { limit: 10, isSnoozed: true });

    expect(data.map((reply) => reply.id)).toEqual([other, id]);
  });
});

describe('a reply can be assigned', () => {
  test('to a user, and filters find it', async () => {
    const { workspaceId, patch, has } = await setUp();
    const user = await newUser(workspaceId);
    expect([await has({ isAssigned: true }), await has({ isAssigned: false })]).toEqual([false, true]);
    expect((await patch({ assigneeId: user.userId })).body.assigneeId).toBe(user.userId);

    expect([await has({ isAssigned: true }), await has({ assigneeId: user.userId })]).toEqual([true, true]);
    expect((await patch({ assigneeId: null })).body.assigneeId).toBeNull();
    expect(await has({ assigneeId: user.userId })).toBe(false);
  });

  test('only to users of the workspace', async () => {
    const { patch } = await setUp();
    const stranger = await newUser((await newWorkspace()).workspaceId);

    expect((await patch({ assigneeId: stranger.userId })).status).toBe(422);
  });

  test('and keeps the id of a removed user', async () => {
    const { workspaceId, patch, read } = await setUp();
    const user = await newUser(workspaceId);
    await patch({ assigneeId: user.userId });
    await commitNow(workspaceId, await planRemovalOfAnyUser(connected(), workspaceId, user.userId));

    expect((await read()).assigneeId).toBe(user.userId);
    expect((await patch({ isRead: true })).status).toBe(200);
    expect((await patch({ assigneeId: user.userId })).status).toBe(422);
  });
});
