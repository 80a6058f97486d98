import { beforeAll, expect, test } from 'vitest';
import { findServiceSender } from '#lib/direct-emails/service-sender.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { listWorkspaces } from '#lib/workspaces/workspaces.ts';
import { setLocalSender } from '../../infra/local/local-sender.ts';
import { commitNow } from '../api/support/seed.ts';
import { connected, useStack } from '../support/stack.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';

beforeAll(() => useOwnResources({ LINKS_BASE_URL: 'http://127.0.0.1:3000' }));

const start = (port: number) =>
  setLocalSender({ environment: useStack().environment, mail: { smtp: { host: '127.0.0.1', port } } });
const findSender = () => findServiceSender(connected().table);

test('a start follows changed ports, and connects a disconnected mailbox again in its workspace', async () => {
  await start(2525);
  const first = await findSender();
  if (!first) throw new Error('the stack has no sender');
  await start(2526);
  expect((await findSender())?.account).toMatchObject({ id: first.account.id, smtp: { port: 2526 } });
  await commitNow(
    first.workspaceId,
    await planDisconnection(connected(), first.workspaceId, first.account.id),
  );
  expect(await findSender()).toBeUndefined();
  await start(2526);

  expect((await findSender())?.account.id).toBe(first.account.id);
  expect(await listWorkspaces(connected())).toHaveLength(1);
});
