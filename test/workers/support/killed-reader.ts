import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { accountKey } from '#lib/email-accounts/items.ts';
import { updateIf } from '#lib/storage/table.ts';
import { callerOf } from '../../support/callers.ts';
import { connected } from '../../support/stack.ts';
import type { FullInbox } from './full-inbox.ts';
import { makeInboxesDue } from './read-inboxes.ts';

/** When a reader is killed: after this number of messages and an additional delay. */
interface Death {
  readonly messages: number;
  readonly laterMs: number;
}

/**
 * Reads an inbox in a separate process.
 * @param death resolves when the process is to be killed; without it, the sync runs to its end
 * @param preloaded a module that the process loads first, also in its threads
 * @returns whether the sync ended before the process was killed
 */
export async function readApart(
  { workspaceId, accountId }: FullInbox['syncCall'],
  death?: (child: ChildProcess) => Promise<undefined>,
  preloaded?: URL,
): Promise<boolean> {
  await makeInboxesDue([{ workspaceId, accountId }]);
  // As if the lease of the killed reader had expired (90 s).
  await updateIf(connected().table, {
    update: accountKey(workspaceId, accountId),
    set: { syncLeaseUntil: 0 },
    if: { syncLeaseUntil: 'present' },
  });
  const child = fork(new URL('./sync-process.ts', import.meta.url), {
    env: { ...process.env, CALLER: JSON.stringify(callerOf('inbox.sync')) },
    execArgv: [...process.execArgv, ...(preloaded ? ['--import', preloaded.href] : [])],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const exitedEarly = exited.then(() => {
    throw new Error('the reader exited before it was killed');
  });
  try {
    await Promise.race([once(child, 'message'), exitedEarly]);
    const answered = once(child, 'message').then(([answer]) => answer as { givenBack: unknown[] });
    const dead = death?.(child) ?? new Promise<undefined>(() => undefined);
    child.send([{ workspaceId, accountId }]);
    const answer = await Promise.race([answered, exitedEarly, dead]);
    if (answer && answer.givenBack.length > 0) throw new Error('the sync failed');

    return answer !== undefined;
  } finally {
    exitedEarly.catch(() => undefined);
    child.kill('SIGKILL');
    await exited;
  }
}

/** The reader logs each message immediately before it applies the message's effects. */
async function untilDeath({ stdout }: ChildProcess, death: Death): Promise<undefined> {
  if (!stdout) throw new Error('the reader has no standard output');
  let seen = 0;
  const lines = createInterface({ input: stdout });
  await new Promise<void>((resolve) => {
    if (death.messages === 0) resolve();
    lines.on('line', (line) => {
      if (line.includes('message classified')) seen += 1;
      if (seen === death.messages) resolve();
    });
  });
  await pause(death.laterMs);
}

/** Readers that get new messages. */
const readers = 24;
/** A reader may end before its random death, so further readers follow until enough were killed. */
const killsMin = 12;
/** The mailbox is recreated before every 8th reader. */
const renewedEvery = 8;

/**
 * Delivers messages to an inbox, some before each sync, and kills each reader at a random time. The next
 * reader catches up and is killed too. During the run, the mailbox is recreated several times. The last
 * reader is not killed.
 * @returns the number of readers that were killed before their sync ended: at least `killsMin`
 */
export async function readKilled(
  { syncCall, sender, messages }: FullInbox,
  host: {
    readonly deliver: (user: string, raw: string) => unknown;
    readonly renew: (user: string) => unknown;
  },
): Promise<number> {
  const each = Math.ceil(messages.length / readers);
  let kills = 0;
  // Messages that the next sync may have to read: a killed reader leaves all of them.
  let unread = 0;
  for (let reader = 0; reader < readers || kills < killsMin; reader++) {
    const come = messages.slice(reader * each, (reader + 1) * each);
    for (const raw of come) await host.deliver(sender, raw);
    unread += come.length;
    // A further reader has all messages to read.
    if (reader % renewedEvery === renewedEvery - 1 || reader >= readers) {
      await host.renew(sender);
      unread = Math.min(messages.length, (reader + 1) * each);
    }
    // The effects of a message take a few milliseconds. Before the first message, the login takes longer.
    const seen = Math.floor(Math.random() * (unread + 2));
    const death = { messages: seen, laterMs: Math.random() * (seen === 0 ? 200 : 25) };
    // The sync sets a message aside after three deaths in a row. Random kills could cause that, so clear the count.
    if (reader % 2 === 0) await clearAttempts(syncCall);
    if (await readApart(syncCall, (child) => untilDeath(child, death))) unread = 0;
    else kills += 1;
  }
  if (!(await readApart(syncCall))) throw new Error('the last sync did not end');

  return kills;
}

async function clearAttempts({ workspaceId, accountId }: FullInbox['syncCall']): Promise<void> {
  const remove = ['syncLeaseUntil', 'syncAttempt'];
  await connected().table.update({ update: accountKey(workspaceId, accountId), remove });
}
