import type { Draws } from './draws.ts';
import type { Place } from './mailbox.ts';
import type { Refusal } from './smtp-server.ts';

/** How a recipient, or its mail server, behaves. */
type Habit =
  | 'silent'
  | 'visits'
  | 'answers in the thread'
  | 'answers without headers'
  | 'writes a new email'
  | 'answers automatically'
  | 'answers automatically without headers'
  | 'asks to unsubscribe'
  | 'unsubscribes by link'
  | 'is unknown'
  | 'is refused by policy'
  | 'is greylisted'
  | 'bounces later'
  | 'reports a full mailbox';

const shares: Readonly<Record<Exclude<Habit, 'silent'>, number>> = {
  visits: 0.12,
  'answers in the thread': 0.13,
  'answers without headers': 0.05,
  'writes a new email': 0.03,
  'answers automatically': 0.04,
  'answers automatically without headers': 0.03,
  'asks to unsubscribe': 0.03,
  'unsubscribes by link': 0.05,
  'is unknown': 0.01,
  'is refused by policy': 0.05,
  'is greylisted': 0.1,
  'bounces later': 0.02,
  'reports a full mailbox': 0.03,
};

export interface Person {
  readonly email: string;
  readonly habit: Habit;
  /** The email that the person reacts to. Zero-based index of its step. */
  readonly step: number;
  /** Where a message of the person lies. */
  readonly place: Place;
  /** From the email to the reaction. */
  readonly delayMs: number;
  /** A permanent or temporary refusal of RCPT. */
  readonly refusal: Refusal | undefined;
  /** Time for which a greylisting server refuses a sender. */
  readonly greylistedMs: number;
  /** Reports of an email, with different ids. */
  readonly reports: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Refusals that concern the recipient, although they name the sender, a relay or a limit. */
const policyReplies = (address: string) =>
  [
    `550 5.1.1 <${address}>: Recipient address rejected: undeliverable address: host mx.y.example[192.0.2.1] said: ` +
      `554 5.7.1 <${address}>: Relay access denied (in reply to RCPT TO command)`,
    '550 5.7.1 You are not authorized to send to this group',
    `554 5.7.1 <${address}>: Sender address rejected: blocked by recipient policy`,
    '550 5.7.1 daily sending limit of the recipient list exceeded',
    '550-Verification failed\r\n550-The mail server could not deliver mail\r\n550 Response: 550 relay not permitted',
    '554 5.7.1 Access denied by the policy of the recipient',
  ] as const;

export function personOf(draws: Draws, email: string, steps: number): Person {
  const draw = (name: string) => `${email} ${name}`;
  const habit = habitOf(draws.share(draw('habit')));
  const [policyReply, ...policyRest] = policyReplies(email);
  const refusals: Partial<Record<Habit, string>> = {
    'is unknown': `550 5.1.1 <${email}>: Recipient address rejected: User unknown in virtual mailbox table`,
    'is refused by policy': draws.pick(draw('policy'), [policyReply, ...policyRest]),
  };
  const reply = refusals[habit];

  return {
    email,
    habit,
    step: Math.floor(draws.between(draw('step'), 0, steps)),
    place: draws.pick(draw('place'), ['inbox', 'inbox', 'inbox', 'junk', 'archive', 'rule']),
    // Half of the reactions come within an hour, the others within two days.
    delayMs: draws.happens(draw('quick'), 0.5)
      ? draws.between(draw('delay'), 15_000, hourMs)
      : draws.between(draw('delay'), hourMs, 48 * hourMs),
    refusal: reply === undefined ? undefined : { reply: `${reply}\r\n`, concerns: 'recipient' },
    greylistedMs: draws.pick(draw('greylisted'), [5 * minuteMs, 12 * minuteMs, 50 * minuteMs]),
    reports: draws.pick(draw('reports'), [1, 1, 2, 4]),
  };
}

function habitOf(share: number): Habit {
  let sum = 0;
  for (const [habit, size] of Object.entries(shares)) {
    sum += size;
    if (share < sum) return habit as Habit;
  }

  return 'silent';
}
