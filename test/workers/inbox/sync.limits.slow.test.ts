import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { leaseInbox } from '#lib/email-accounts/inbox/inbox.ts';
import { recordReadFailure } from '#lib/email-accounts/inbox/read-failure.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { handler as sync } from '../../../functions/inbox/sync.ts';
import { addAccount, uniqueEmail } from '../../api/support/seed.ts';
import { flood } from '../../hostile/servers/support/flood.ts';
import { imapServer } from '../../hostile/servers/support/imap-server.ts';
import { listen } from '../../hostile/servers/support/listen.ts';
import { connected } from '../../support/stack.ts';
import { monday, setClock } from '../support/clock.ts';
import { readingAt } from '../support/inbox.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { makeInboxesDue } from '../support/read-inboxes.ts';

const minuteMs = 60_000;
let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
  setClock(monday);
});

test('shows on the account that its server sends endless data, and reads the inbox again later', async () => {
  let connections = 0;
  const hostile = imapServer({ examine: (socket) => flood(socket, '* 1 EXISTS\r\n'.repeat(5000)) });
  const { target, close } = await listen((socket) => {
    connections += 1;
    hostile(socket);
  });
  onTestFinished(close);
  const host = { port: target.port };
  const input = readingAt(host, uniqueEmail(), mail);
  const imap = { ...input.imap, host: 'localhost' };
  const accountId = await addAccount(workspaceId, { ...input, imap });
  const call = { workspaceId, accountId };

  expect(await consume(sync, [call])).toEqual([]);
  const { status, statusReason } = await getAccount(connected(), workspaceId, accountId);
  expect([status, statusReason?.code]).toEqual(['connected', 'inbox_limit_exceeded']);
  setClock(monday + minuteMs);
  await consume(sync, [call]);
  expect(connections).toBe(1);
  setClock(monday + 2 * minuteMs);
  await consume(sync, [call]);
  expect(connections).toBe(2);
  setClock(monday);
});

test('does not delay the next session after a session that read only a part of the inbox', async () => {
  const id = await addAccount(workspaceId, readingAt({ port: 1 }, uniqueEmail(), mail));
  const { table } = connected();
  const key = accountKey(workspaceId, id);
  const fail = async (read: number) => {
    await makeInboxesDue([{ workspaceId, accountId: id }]);
    const lease = await leaseInbox(table, workspaceId, id, monday);
    if (!lease) throw new Error('the lease was not granted');
    await recordReadFailure(
      table,
      workspaceId,
      { id, syncFailures: 4 },
      lease,
      { reached: { uidValidity: '1', uid: read }, isSuspicious: false },
      monday,
    );

    return (await table.get(key))?.['nextSyncAt'];
  };

  await fail(10);
  expect(await fail(10)).toBe(monday + 32 * minuteMs);
  expect(await fail(300)).toBe(monday + 2 * minuteMs);
});
