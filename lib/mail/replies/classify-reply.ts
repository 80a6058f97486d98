import { isHardReason, type ReplyReason, type ReplyRule } from '#lib/mail/replies/rule.ts';
import { replyRules } from '#lib/mail/replies/rules.ts';

/** What a server said of one message to one recipient. */
interface ServerReply {
  /** Null when none is known. */
  readonly smtpCode: number | null;
  /** Enhanced status codes: of the report, of the server's words, or of both. */
  readonly statuses: readonly string[];
  readonly words: string;
}

export interface ReplyVerdict {
  readonly reason: ReplyReason;
  /** Whether no message to the address will arrive, from any sender and at any time. */
  readonly isHard: boolean;
}

/** The words of a reply are read up to here; the reason stands at their beginning. */
const wordsMax = 2000;
/** Between the parts of a phrase. */
const gapMax = 80;

/** The first row of the table that matches. A reply that no row knows is a soft one. */
export function classifyReply(reply: ServerReply): ReplyVerdict {
  const words = plainWords(reply.words);
  const rule = replyRules.find((each) => matches(each, reply, words));
  const reason = rule?.reason ?? 'undetermined';

  return { reason, isHard: isHardReason(reason) };
}

function matches(rule: ReplyRule, { smtpCode, statuses }: ServerReply, words: string): boolean {
  return (
    (rule.codes === undefined || (smtpCode !== null && rule.codes.includes(smtpCode))) &&
    (rule.status === undefined ||
      rule.status.some((pattern) => statuses.some((status) => isStatus(status, pattern)))) &&
    (rule.words === undefined || rule.words.some((phrase) => hasPhrase(words, phrase))) &&
    !rule.unless?.some((phrase) => hasPhrase(words, phrase))
  );
}

/** Addresses are the sender's or the recipient's own: `spam@policy.example` gives no reason. */
function plainWords(text: string): string {
  return text
    .slice(0, wordsMax)
    .replaceAll('’', "'")
    .split(/[\s\p{C}<>]+/u)
    .filter((word) => !word.includes('@'))
    .join(' ')
    .toLowerCase();
}

function isStatus(status: string, pattern: string): boolean {
  const parts = status.split('.');

  return pattern.split('.').every((part, at) => part === 'x' || part === parts[at]);
}

function hasPhrase(words: string, phrase: string): boolean {
  const [first = '', second] = phrase.split(' … ');
  if (second === undefined) return words.includes(first);
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    const rest = words.slice(at + first.length, at + first.length + gapMax);
    if (rest.includes(second)) return true;
  }

  return false;
}
