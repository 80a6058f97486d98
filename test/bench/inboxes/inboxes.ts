import { createServer } from 'node:net';
import { commit } from '#lib/commit/commit.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { type Services, services } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import type { SyncMessage } from '#lib/values/queues.ts';
import { stackTime, waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { listenOnLoopback } from '../../../infra/local/engines/loopback.ts';
import { makeInboxesDue } from '../../workers/support/read-inboxes.ts';
import { processorSecondsOf } from '../sending/processor-time.ts';
import { startBenchStack } from '../support/bench-stack.ts';
import type { OnEnd } from '../support/run-bench.ts';

interface Round {
  /** From the request to the last read. */
  readonly seconds: number;
  readonly perProcessorSecond: number;
}

export interface Inboxes {
  readonly count: number;
  readonly alone: Round;
  /** Of the same inboxes, while the servers of further ones never answer. */
  readonly besideHanging: Round;
}

const workspaces = 20;
const hangingShare = 0.02;
const timeoutMs = 600_000;
const sweepMs = 60_000;

/** Reads inboxes of a local stack: they are due together, and the sweeper requests them. */
export async function measureInboxes(onEnd: OnEnd, count: number): Promise<Inboxes> {
  const { report, processIds } = await startBenchStack(onEnd);
  const pids = Object.values(processIds);
  const time = stackTime(report.controlUrl);
  const connected = services();

  const round = async (
    calls: readonly SyncMessage[],
    others: readonly SyncMessage[] = [],
  ): Promise<Round> => {
    await makeInboxesDue([...calls, ...others], connected.table);
    const before = sumOf(pids.map(processorSecondsOf));
    const begin = Date.parse((await time.status()).now) + sweepMs;
    await time.advance(sweepMs);
    await waitUntil(
      'all reads',
      async () => (await readSince(connected, calls, begin)) === calls.length,
      timeoutMs,
    );
    const seconds = (Date.parse((await time.status()).now) - begin) / 1000;

    return { seconds, perProcessorSecond: calls.length / (sumOf(pids.map(processorSecondsOf)) - before) };
  };

  const inboxes = await connectMany(connected, count, report.mail.imap.port);
  await round(inboxes);
  const alone = await round(inboxes);
  const hanging = createServer(() => undefined);
  const port = await listenOnLoopback(hanging, 'hanging IMAP server');
  onEnd(async () => void hanging.close());
  const others = await connectMany(connected, Math.ceil(count * hangingShare), port);

  return { count, alone, besideHanging: await round(inboxes, others) };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);

/** The number of these inboxes that were read since a time. */
async function readSince({ table }: Services, calls: readonly SyncMessage[], since: number): Promise<number> {
  const ids = new Set(calls.map(({ accountId }) => accountId));
  let count = 0;
  for (const workspaceId of new Set(calls.map((call) => call.workspaceId))) {
    const accounts = await listAllAccounts(table, workspaceId);
    count += accounts.filter(
      ({ id, lastSyncAt }) => ids.has(id) && Date.parse(lastSyncAt ?? '') >= since,
    ).length;
  }

  return count;
}

async function connectMany(connected: Services, count: number, imapPort: number): Promise<SyncMessage[]> {
  const ids = Array.from({ length: workspaces }, () => newId('wsp', Date.now()));
  const calls: SyncMessage[] = [];
  for (let position = 0; position < count; position++) {
    const workspaceId = ids[position % workspaces] ?? '';
    const email = `reader-${position}@inbox-${imapPort}.example`;
    const input = NewEmailAccount.parse({
      email,
      password: 'correct horse battery staple',
      smtp: { host: '127.0.0.1', port: imapPort, secure: false, username: email },
      imap: { host: '127.0.0.1', port: imapPort, secure: false, username: email },
    });
    const full = { ...connected, vault: kmsVault(connected) };
    const change = await connectAccount(full, workspaceId, input, operatorAuthor);
    await commit(connected, workspaceId, change);
    calls.push({ workspaceId, accountId: change.result.id });
  }

  return calls;
}
