import { describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { listReplies } from '#lib/replies/list.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as updateReply } from '../../../functions/replies/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addReply } from '../support/replies.ts';
import { readTableAsText } from '../support/table-dump.ts';
import { pathsOf } from '../support/walk.ts';

const patch = (
  { apiKey }: Pick<Workspace, 'apiKey'>,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
) => call(updateReply, { method: 'PATCH', path: `/replies/${id}`, params: { id }, body, apiKey, headers });

async function setUp() {
  const workspace = await newWorkspace();
  const { replyId } = await addReply(workspace.workspaceId);
  const services = { ...connected(), vault: kmsVault(connected()) };
  const countOf = async (filters: { label?: string; isRead?: boolean }) =>
    (await listReplies(services, workspace.workspaceId, { limit: 10, ...filters })).data.length;

  return { workspace, replyId, countOf };
}

describe('a reply', () => {
  test('can be marked as read and as unread', async () => {
    const { workspace, replyId, countOf } = await setUp();
    const read = await patch(workspace, replyId, { isRead: true });

    expect([read.status, read.body]).toMatchObject([200, { id: replyId, isRead: true, labels: [] }]);
    expect(await countOf({ isRead: false })).toBe(0);
    expect((await patch(workspace, replyId, { isRead: false })).body.isRead).toBe(false);
    expect(await countOf({ isRead: false })).toBe(1);
  });

  test('gets labels that replace the earlier ones', async () => {
    const { workspace, replyId, countOf } = await setUp();
    const { body } = await patch(workspace, replyId, { labels: ['vip', 'interested', 'vip'] });
    expect(body.labels).toEqual(['interested', 'vip']);
    await patch(workspace, replyId, { labels: ['not_interested', 'vip'] });

    expect(await countOf({ label: 'interested' })).toBe(0);
    expect([await countOf({ label: 'vip' }), await countOf({ label: 'not_interested' })]).toEqual([1, 1]);
    await patch(workspace, replyId, { labels: [] });
    expect(await countOf({ label: 'vip' })).toBe(0);
  });

  test('keeps all changes of concurrent requests', async () => {
    const { workspace, replyId, countOf } = await setUp();
    await Promise.all([
      patch(workspace, replyId, { isRead: true }),
      patch(workspace, replyId, { labels: ['vip'] }),
    ]);

    expect(await countOf({ isRead: true, label: 'vip' })).toBe(1);
  });

  test.each([
    [{ labels: Array.from({ length: 11 }, (_, at) => `l${at}`) }, 'labels'],
    [{ labels: ['Interested'] }, 'labels[0]'],
    [{ labels: ['a'.repeat(51)] }, 'labels[0]'],
    [{ labels: ['a#b'] }, 'labels[0]'],
    [{ isRead: 'yes' }, 'isRead'],
    [{ isRead: false, isDone: true }, 'body'],
    [{ isDone: true, snoozedUntil: '2044-01-01T00:00:00Z' }, 'body'],
    [{ snoozedUntil: '2020-01-01T00:00:00Z' }, 'snoozedUntil'],
    [{ snoozedUntil: 'tomorrow' }, 'snoozedUntil'],
    [{ assigneeId: newId('usr', Date.now()) }, 'assigneeId'],
  ])('rejects %j', async (body, path) => {
    const { workspace, replyId } = await setUp();
    const response = await patch(workspace, replyId, body);

    expect([response.status, pathsOf(response)]).toEqual([422, [path]]);
  });

  test('of another workspace does not exist', async () => {
    const { replyId } = await setUp();

    expect((await patch(await newWorkspace(), replyId, { isRead: true })).status).toBe(404);
  });

  test('is repeated by an Idempotency-Key without a text in the table', async () => {
    const workspace = await newWorkspace();
    const content = { text: 'planted-in-a-repeated-patch', subject: 'planted-subject-of-a-patch' };
    const { replyId } = await addReply(workspace.workspaceId, { content });
    const headers = { 'Idempotency-Key': 'once' };
    const first = await patch(workspace, replyId, { labels: ['vip'] }, headers);

    expect((await patch(workspace, replyId, { labels: ['vip'] }, headers)).body).toEqual(first.body);
    expect(JSON.stringify(first.body)).not.toContain('planted');
    expect(await readTableAsText()).not.toContain('planted-in-a-repeated-patch');
  });
});
