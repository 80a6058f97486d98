import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { accountKey } from '#lib/email-accounts/items.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { callerOf } from '../../support/callers.ts';
import { connected } from '../../support/stack.ts';
import type { FullInbox } from './full-inbox.ts';

/** When a reader is killed: so many messages have been looked at, and so much later. */
interface Death {
  readonly messages: number;
  readonly laterMs: number;
}

/**
 * Reads an inbox in a process of its own.
 * @param death resolves when the process is to be killed; without it, the process ends by itself
 * @returns whether it came to its end
 */
export async function readApart(
  { workspaceId, accountId }: FullInbox['syncCall'],
  death?: (child: ChildProcess) => Promise<undefined>,
): Promise<boolean> {
  // As if a minute and a half had passed.
  await updateIf(connected().table, {
    update: accountKey(workspaceId, accountId),
    set: { syncLeaseUntil: 0 },
    if: { syncLeaseUntil: 'present' },
  });
  const child = fork(new URL('./sync-process.ts', import.meta.url), {
    env: { ...process.env, CALLER: JSON.stringify(callerOf('inbox.sync')) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const gone = exited.then(() => {
    throw new Error('the reader ended by itself');
  });
  try {
    await Promise.race([once(child, 'message'), gone]);
    const answered = once(child, 'message').then(([answer]) => answer as { givenBack: unknown[] });
    const dead = death?.(child) ?? new Promise<undefined>(() => undefined);
    child.send([{ workspaceId, accountId }]);
    const answer = await Promise.race([answered, gone, dead]);
    if (answer && answer.givenBack.length > 0) throw new Error('the look failed');

    return answer !== undefined;
  } finally {
    gone.catch(() => undefined);
    child.kill('SIGKILL');
    await exited;
  }
}

/** By its log it says of each message that it has been looked at, and has its effect then. */
async function untilDeath({ stdout }: ChildProcess, death: Death): Promise<undefined> {
  if (!stdout) throw new Error('the reader has no log');
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

const readers = 24;
/** The mailbox is made anew before every so manieth. */
const renewedEvery = 8;

/**
 * Brings messages into an inbox, some before each look, and kills whoever looks, at random moments of his work; those that
 * come after him catch up, and are killed too. Meanwhile the mailbox is made anew. The last one is let be.
 * @returns how many were killed before their end
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
  // What the next look has before it: who is killed leaves all of it to the next.
  let unread = 0;
  for (let reader = 0; reader < readers; reader++) {
    const come = messages.slice(reader * each, (reader + 1) * each);
    for (const raw of come) await host.deliver(sender, raw);
    unread += come.length;
    if (reader % renewedEvery === renewedEvery - 1) {
      await host.renew(sender);
      unread = Math.min(messages.length, (reader + 1) * each);
    }
    // An effect takes some milliseconds; a login takes some more, and has no messages yet.
    const seen = Math.floor(Math.random() * (unread + 2));
    const death = { messages: seen, laterMs: Math.random() * (seen === 0 ? 200 : 25) };
    // Two deaths in a row at one message are chance here; a third would set it aside.
    if (reader % 2 === 0) await forgetDeaths(syncCall);
    if (await readApart(syncCall, (child) => untilDeath(child, death))) unread = 0;
    else kills += 1;
  }
  if (!(await readApart(syncCall))) throw new Error('the last look did not end');

  return kills;
}

async function forgetDeaths({ workspaceId, accountId }: FullInbox['syncCall']): Promise<void> {
  const remove = ['syncLeaseUntil', 'syncAttempt'];
  await connected().table.update({ update: accountKey(workspaceId, accountId), remove });
}
