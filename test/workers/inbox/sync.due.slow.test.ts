import { describe, expect, test } from 'vitest';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { readIntervals } from '#lib/email-accounts/inbox/read-pace.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { requestInboxReads } from '#lib/inbox/request-reads.ts';
import type { SyncMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as sync } from '../../../functions/inbox/sync.ts';
import { addAccount, commitNow, uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { startImapProxy } from '../support/imap-proxy.ts';
import { readingAt } from '../support/inbox.ts';
import { begin, host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

describe('an inbox is due', () => {
  const { fresh, recent, idle } = readIntervals;
  const stateOf = async (accountId: string) => connected().table.get(accountKey(workspaceId, accountId));
  const dueAtOf = async (accountId: string) => (await stateOf(accountId))?.['nextSyncAt'];
  /** The sweeper runs once a minute, so an inbox is due half a minute earlier. */
  const earlier = 30_000;
  const hourMs = 3_600_000;
  /** The messages of one run of the sweeper. */
  async function request(): Promise<SyncMessage[]> {
    const sent: SyncMessage[] = [];
    const syncs = {
      send: async (messages: readonly { message: SyncMessage }[]) => {
        sent.push(...messages.map(({ message }) => message));
      },
    };
    await requestInboxReads({ ...connected(), syncs });

    return sent;
  }
  const addInbox = (options = {}) =>
    addAccount(workspaceId, { ...readingAt(host, uniqueEmail(), mail), ...options });

  test('from its connection, then at the pace of its account, until it is disconnected', async () => {
    const accountId = await addInbox();
    const call = { workspaceId, accountId };
    expect(await request()).toContainEqual(call);
    await consume(sync, [call]);
    expect(await dueAtOf(accountId)).toBe(monday + idle - earlier);
    expect(await request()).not.toContainEqual(call);

    setClock(monday + idle);
    expect(await request()).toContainEqual(call);
    await commitNow(workspaceId, await planDisconnection(connected(), workspaceId, accountId));
    expect(await request()).not.toContainEqual(call);
  });

  test('every two minutes for two hours after an email, then every five for nine days, then every fifteen', async () => {
    const { call } = await begin();
    const { accountId } = call;
    const next = async (at: number) => {
      setClock(at);
      await read([{ workspaceId, accountId }]);

      return Number(await dueAtOf(accountId)) - at + earlier;
    };

    expect(await next(monday)).toBe(fresh);
    expect(await next(monday + 3 * hourMs)).toBe(recent);
    expect(await next(monday + 7 * dayMs)).toBe(recent);
    expect(await next(monday + 9 * dayMs)).toBe(idle);
    await consume(send, [call]);
    expect(await dueAtOf(accountId)).toBe(monday + 9 * dayMs + fresh - earlier);
  });

  test('again a minute later, if the queue, the message or its reader was lost', async () => {
    const accountId = await addInbox();
    const call = { workspaceId, accountId };
    const { table } = connected();
    expect(await request()).toContainEqual(call);
    expect(await request()).toContainEqual(call);

    await table.update({
      update: accountKey(workspaceId, accountId),
      set: { syncLeaseUntil: monday + 100_000 },
    });
    await consume(sync, [call]);
    setClock(monday + 120_000);
    expect(await request()).toContainEqual(call);
    await consume(sync, [call]);
    expect((await stateOf(accountId))?.['lastSyncAt']).toBe(new Date(monday + 120_000).toISOString());
  });

  test('once, although the messages of an outage repeat', async () => {
    let logins = 0;
    const proxy = await startImapProxy(host, (line) => {
      if (/ (?:LOGIN|AUTHENTICATE)\b/.test(line)) logins += 1;

      return 'pass';
    });
    const accountId = await addAccount(workspaceId, readingAt(proxy, uniqueEmail(), mail));
    const repeated = Array.from({ length: 10 }, () => ({ workspaceId, accountId }));
    await consume(sync, repeated);
    await consume(sync, repeated);

    expect(logins).toBe(1);
  });

  test('and is late after five minutes, which the sweeper reports', async () => {
    await addInbox();
    const requestLate = () => requestInboxReads({ ...connected(), syncs: { send: async () => undefined } });
    setClock(monday + 5 * 60_000);
    const { count } = await requestLate();
    setClock(monday + 20 * 60_000);

    expect(await requestLate()).toMatchObject({ lateSeconds: expect.any(Number) });
    expect((await requestLate()).count).toBeGreaterThan(count);
  });

  test('no longer when the mail server rejects the account’s password, until it is connected again', async () => {
    const accountId = await addInbox({ imapPassword: 'wrong' });
    await read([{ workspaceId, accountId }]);
    const { status, statusReason } = await getAccount(connected(), workspaceId, accountId);
    expect([status, statusReason?.code]).toEqual(['error', 'auth_failed']);

    await read([{ workspaceId, accountId }]);
    expect(await dueAtOf(accountId)).toBeUndefined();
  });
});
