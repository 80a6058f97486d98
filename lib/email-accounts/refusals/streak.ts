/*
 * The circuit breaker of an account. One reply never proves whether a server rejects the recipient or the account, because servers
 * quote each other and use one code for both. So the account keeps its streak: the recipients of the emails that were rejected or
 * lost since its last accepted email. The streak is complete with three recipients, or with two if their replies name the account.
 *
 * An email is in the streak of the first account that got a rejection, so a few contacts cannot stop one account after another.
 *
 * Two rules follow, which a property test proves. Replies to one recipient never complete a streak, so they never stop an account.
 * Only recipients of the streak can fail, so a server that rejects the account uses up at most three contacts.
 */

const recipientsMax = 3;
/** Recipients with replies that name the account, such as its rate, quota, authentication or sender address. */
const namingMax = 2;

interface StreakEntry {
  /** Keyed digest of the address. */
  readonly recipient: string;
  readonly namesAccount: boolean;
}

export interface StreakStep {
  /** The streak as stored, with the recipient. */
  readonly refusals: string;
  /** Whether the streak is complete: the account stops. */
  readonly isComplete: boolean;
  /** Whether the refusal counts against the recipient. Others wait, because the account may be the cause. */
  readonly countsForRecipient: boolean;
}

/** @param refusals the stored streak; undefined after an accepted email */
export function addRefusal(refusals: string | undefined, refused: StreakEntry): StreakStep {
  const before = parse(refusals);
  const isMember = before.some(({ recipient }) => recipient === refused.recipient);
  const streak = isMember
    ? before.map((entry) => merge(entry, refused))
    : [...before, refused].slice(0, recipientsMax);
  const isComplete = stops(streak);

  return { refusals: format(streak), isComplete, countsForRecipient: isMember || !isComplete };
}

/** @param refusals the stored streak; undefined after an accepted email */
export const isStreakComplete = (refusals: string | undefined): boolean => stops(parse(refusals));

function stops(streak: readonly StreakEntry[]): boolean {
  return (
    streak.length === recipientsMax || streak.filter(({ namesAccount }) => namesAccount).length >= namingMax
  );
}

function merge(entry: StreakEntry, refused: StreakEntry): StreakEntry {
  if (entry.recipient !== refused.recipient) return entry;

  return { ...entry, namesAccount: entry.namesAccount || refused.namesAccount };
}

/** Stored as one text, such as `0f3c5e7a9b1d2468! 9a81b0c2d4e6f801`, so that a condition can compare it. */
function parse(refusals: string | undefined): StreakEntry[] {
  const entries = refusals?.split(' ') ?? [];

  return entries.map((entry) => ({ recipient: entry.replace('!', ''), namesAccount: entry.endsWith('!') }));
}

function format(streak: readonly StreakEntry[]): string {
  return streak.map(({ recipient, namesAccount }) => `${recipient}${namesAccount ? '!' : ''}`).join(' ');
}
