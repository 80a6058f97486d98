import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { listEmails, replyOnPage } from '../demo/inbox-page.ts';
import type { ReadyReport } from '../ready-report.ts';
import { createRandom, type Random } from './random.ts';
import { browser } from './react.ts';
import { reactionsOf } from './recipients.ts';
import { replyTexts } from './story/texts.ts';

const pollMs = 5000;
/** A minute of the history takes a second on a running stack, so that its user sees the reactions. */
const minuteMs = 1000;
/** Minimum delay of a visit: a visit in the first 10 s after the sending counts as a bot's. */
const earliestMs = 15_000;

type Stack = Pick<ReadyReport, 'baseUrl' | 'mail'>;

const Email = z.object({ html: z.string() });

/**
 * The recipients of a running stack: they open, click and answer some of the new emails. Runs until the process ends and
 * does not keep it alive.
 * @param onError called with each failed reaction; the others go on
 */
export async function simulateRecipients(
  { baseUrl, mail: { webUrl } }: Stack,
  seed: number,
  onError: (error: unknown) => void,
): Promise<never> {
  const random = createRandom(seed);
  // Emails that are in the inbox at the start were read before.
  let after = (await listEmails(webUrl))[0]?.id ?? 0;
  for (;;) {
    await pause(pollMs, undefined, { ref: false });
    const emails = await listEmails(webUrl, { after: String(after) }).catch((error: unknown) => {
      onError(error);

      return [];
    });
    for (const { id, from, subject } of emails) {
      after = Math.max(after, id);
      // Skips the replies of recipients, and bounces, which the inbox contains too.
      if (from.endsWith('.example') || from === '') continue;
      react({ baseUrl, webUrl, id }, random, subject).catch(onError);
    }
  }
}

interface ReceivedEmail {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly id: number;
}

async function react(email: ReceivedEmail, random: Random, subject: string): Promise<void> {
  const { opens, click, reply } = reactionsOf(random, { step: 0, subject });
  const [opensAfter] = opens;
  if (opensAfter === undefined) return;
  const text = reply && random.pick(replyTexts[reply.mood]).replaceAll('{first}', '').trim();
  await wait(Math.max(earliestMs, opensAfter * minuteMs));
  const { webUrl, id, baseUrl } = email;
  const response = await fetch(`${webUrl}/api/messages/${id}`);
  const { html } = Email.parse(await response.json());
  await visit(html, `${baseUrl}/t/o/`);
  if (click) {
    await wait(minuteMs);
    await visit(html, `${baseUrl}/t/c/`);
  }
  if (text !== undefined) {
    await wait(5 * minuteMs);
    await replyOnPage(webUrl, id, { kind: 'reply', text });
  }
}

/** Requests the first URL of the email that begins with a prefix. The redirect of a click is not followed. */
async function visit(html: string, prefix: string): Promise<void> {
  const begin = html.indexOf(prefix);
  if (begin < 0) return;
  const url = html.slice(begin, html.indexOf('"', begin));
  await fetch(url, { redirect: 'manual', headers: { 'user-agent': browser } });
}

const wait = (ms: number) => pause(ms, undefined, { ref: false });
