import { hash } from 'node:crypto';
import type { Random } from './random.ts';
import { links, type Mood, subjects } from './story/texts.ts';

/** The reactions of a recipient to one email. Times are minutes after the email was sent. */
interface Reactions {
  readonly opens: readonly number[];
  readonly click?: { readonly minutes: number; readonly target: string };
  readonly reply?: { readonly minutes: number; readonly mood: Mood };
  readonly automaticReply?: number;
  readonly unsubscribe?: number;
}

interface EmailInThread {
  /** Number of emails that the recipient got before in this campaign. */
  readonly step: number;
  readonly subject: string;
}

/**
 * Probabilities of reactions. `secondOpen` and `click` are shares of the opened emails, the others of all emails. A few percent
 * of the recipients of a cold campaign reply.
 */
const rates = {
  open: 0.44,
  secondOpen: 0.3,
  click: 0.16,
  reply: 0.05,
  automaticReply: 0.02,
  unsubscribe: 0.008,
};

/** A better subject is opened and answered more often, so that one variant of the A/B test wins. */
const reactionFactors: Readonly<Record<string, number>> = { [subjects.winner]: 1.45, [subjects.loser]: 0.6 };

/** Follow-ups get fewer reactions than first emails. */
const followUpFactor = 0.85;

export function reactionsOf(random: Random, { step, subject }: EmailInThread): Reactions {
  const factor = (reactionFactors[subject] ?? 1) * (step === 0 ? 1 : followUpFactor);
  if (random.chance(rates.automaticReply)) return { opens: [], automaticReply: random.between(1, 3) };
  const isReader = random.chance(rates.open * factor);
  if (!isReader) return { opens: [] };
  const first = minutesUntilOpened(random);
  const opens = [first, ...(random.chance(rates.secondOpen) ? [first + random.between(30, 2000)] : [])];
  // Only an opened email gets a reply, so the share of all emails is divided by the share of the opened ones.
  const replyShare = rates.reply / rates.open;
  if (random.chance(replyShare * factor)) {
    return { opens, reply: { minutes: first + random.between(3, 240), mood: moodOf(random) } };
  }
  if (random.chance(rates.unsubscribe / rates.open))
    return { opens, unsubscribe: first + random.between(1, 4) };
  if (!random.chance(rates.click * factor)) return { opens };

  return { opens, click: { minutes: first + random.between(1, 6), target: random.pick(links) } };
}

/** Most people read an email on the day of its arrival, and some days later. */
function minutesUntilOpened(random: Random): number {
  const quick = random.between(2, 90);

  return random.chance(0.7) ? quick : quick + random.between(60, 2400);
}

function moodOf(random: Random): Mood {
  const drawn = random.next();
  if (drawn < 0.4) return 'interested';
  if (drawn < 0.6) return 'question';

  return drawn < 0.9 ? 'declined' : 'removal';
}

/** Addresses of people who have left their company. Many more of them are on the list of the trade fair. */
export function hasLeft(address: string): boolean {
  const percent = address.includes('+fair') ? 12 : 1.4;

  return Number.parseInt(hash('sha256', address, 'hex').slice(0, 8), 16) % 1000 < percent * 10;
}
