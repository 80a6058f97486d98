import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccount } from '#lib/email-accounts/read.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import { handler as sync } from '../../../functions/inbox/sync.ts';
import { addAccount, uniqueEmail } from '../../api/support/seed.ts';
import { linesFor } from '../../support/logs.ts';
import { connected } from '../../support/stack.ts';
import { readingAt, startMailHost } from '../support/inbox.ts';
import { queueEvent } from '../support/invoke.ts';
import { startMailServer } from '../support/mail-server.ts';
import { workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

/** Accepts connections and never responds. */
const silent = createServer((socket) => socket.on('error', () => undefined));

beforeAll(async () => {
  await useOwnResources();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => {
  silent.close();
});

test('returns only the message that times out to the queue, and completes the other messages of the batch', async () => {
  const [mail, host] = await Promise.all([startMailServer(), startMailHost()]);
  const { port } = silent.address() as AddressInfo;
  const accounts = await Promise.all(
    [port, host.port].map((each) => addAccount(workspaceId, readingAt({ port: each }, uniqueEmail(), mail))),
  );
  const event = queueEvent(accounts.map((accountId) => ({ workspaceId, accountId })));
  const [hanging] = event.Records;
  const { batchItemFailures } = await sync(event, { getRemainingTimeInMillis: () => 5000 } as Context);

  expect(batchItemFailures).toEqual([{ itemIdentifier: hanging?.messageId }]);
  const synced = await Promise.all(accounts.map((id) => getAccount(connected(), workspaceId, id)));
  expect(synced.map(({ lastSyncAt }) => lastSyncAt !== null)).toEqual([false, true]);
  expect(linesFor(inboxWorkers.sync, 'MessagesFailed')).toMatchObject([{ outcome: 'too late' }]);
});
