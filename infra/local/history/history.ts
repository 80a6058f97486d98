import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { apiClient } from '../demo/api-client.ts';
import { type StackTime, stackTime } from '../demo/stack-time.ts';
import type { ReadyReport } from '../ready-report.ts';
import { extendSchedule, type Story, sendingDays } from './campaigns.ts';
import { createRandom } from './random.ts';
import { createRecipients } from './recipients.ts';
import { processReplies, storyBySession } from './story.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
export const historyDays = 90;
/** In UTC: within the sending window in summer and in winter. */
const morningMs = 8 * hourMs;
/**
 * In a session, the clock moves in steps that are longer than the gap between two emails of a mailbox, until a step sends nothing. The
 * first step can be without emails, because campaigns begin within it.
 */
const session = { stepsMin: 2, stepsMax: 8, stepMs: 20_000 };
const InboxStats = z.object({ count: z.int() });

interface History {
  readonly report: ReadyReport;
  readonly receiverUrl: string;
  /** The time of this machine. Epoch milliseconds. */
  readonly end: number;
}

/**
 * Runs a new stack from the beginning of its history to the time of this machine: users and recipients act through the public
 * interfaces, and the clock moves from one session to the next.
 */
export async function runHistory({ report, receiverUrl, end }: History): Promise<void> {
  const time = stackTime(report.controlUrl);
  const api = apiClient({ ...report, waitSeconds: (seconds) => time.advance(seconds * 1000) });
  const random = createRandom(1);
  const recipients = createRecipients(report, random, minuteMs);
  const story: Story = { api, report, random, receiverUrl, accounts: new Map() };
  for (const [index, begin] of sessionTimes(end).entries()) {
    await time.advance(begin - Date.now());
    for (const act of storyBySession.get(index) ?? []) await act(story);
    await recipients.react();
    await processReplies(story);
    await runSession(time, report);
  }
  // The last session is today, outside the sending windows of other campaigns.
  await time.advance(end - 2 * hourMs - Date.now());
  await extendSchedule(story);
  await runSession(time, report);
  await recipients.react();
  const { clockOffsetMs } = await time.status();
  await time.advance(-clockOffsetMs);
}

function sessionTimes(end: number): number[] {
  const firstMidnight = Math.ceil((end - historyDays * dayMs) / dayMs) * dayMs;
  const mornings = Array.from(
    { length: historyDays - 1 },
    (_, day) => firstMidnight + day * dayMs + morningMs,
  );

  return mornings.filter(
    (time) => sendingDays.includes(new Date(time).getUTCDay()) && time < end - 3 * hourMs,
  );
}

async function runSession(time: StackTime, { mail }: ReadyReport): Promise<void> {
  const countEmails = async () =>
    InboxStats.parse(await (await fetch(`${mail.webUrl}/api/stats`)).json()).count;
  let sent = 1;
  for (let step = 0; step < session.stepsMax && (sent > 0 || step < session.stepsMin); step++) {
    const before = await countEmails();
    await time.advance(session.stepMs);
    await time.settle(['ticks', 'sends']);
    sent = (await countEmails()) - before;
  }
  await time.settle();
}

/** Lets recipients react to new emails, until the process ends. @param onError receives failed reactions */
export async function continueHistory(
  report: ReadyReport,
  onError: (error: unknown) => void,
): Promise<never> {
  // A minute of a reaction takes a second, so that the user of the stack sees it.
  const recipients = createRecipients(report, createRandom(2), 1000);
  await recipients.skip();
  for (;;) {
    await pause(5000, undefined, { ref: false });
    await recipients.react().catch(onError);
  }
}
