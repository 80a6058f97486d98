import { certainAddressRules, invalidAddressRules } from '#lib/mail/replies/invalid-address-rules.ts';
import { limitRules } from '#lib/mail/replies/limit-rules.ts';
import { networkRules, policyStatusRules } from '#lib/mail/replies/network-rules.ts';
import { isHardReason, type ReplyReason, type ReplyRule } from '#lib/mail/replies/rule.ts';
import { senderRules, senderWordRules } from '#lib/mail/replies/sender-rules.ts';

/*
 * Meanings of the codes and texts of mail servers, as data. The first matching row decides. Rows for temporary and
 * sender-side reasons precede rows for invalid addresses, so that a reply with both reasons is never a hard bounce. A general
 * policy code (x.7.1) precedes only the vague phrases for invalid addresses, because servers also use it for unknown users.
 * Phrases are matched in lower case with single spaces; ` … ` matches any text, see `gapMax`.
 *
 * Sources of codes: RFC 3463 and IANA's registry of enhanced status codes. Sources of phrases: the documentation or source
 * of the named system, the reasons of sisimai (BSD 2-Clause) and the bounce list of ZoneMTA, which collect replies from
 * live servers. No phrase is specific to one message.
 */
const replyRules: readonly ReplyRule[] = [
  ...limitRules,
  ...senderRules,
  ...networkRules,
  ...senderWordRules,
  ...certainAddressRules,
  ...policyStatusRules,
  ...invalidAddressRules,
];

/** A server's reply to one message and one recipient. */
interface ServerReply {
  /** Null if it is unknown. */
  readonly smtpCode: number | null;
  /** Enhanced status codes of the delivery report and of the server's reply. */
  readonly statuses: readonly string[];
  readonly words: string;
}

export interface ReplyVerdict {
  readonly reason: ReplyReason;
  /** Whether the address is permanently invalid for all senders. */
  readonly isHard: boolean;
}

/** Characters read of a reply. The reason is at its beginning. */
const wordsMax = 2000;
/** The second part of a phrase must end within this number of characters after the first part. */
const gapMax = 80;

/** Returns the reason of the first matching rule. A reply without a matching rule is soft. */
export function classifyReply(reply: ServerReply): ReplyVerdict {
  const words = wordsOf(reply.words);
  const plainWords = words.filter((word) => !hostName.test(word));
  const ruleFor = (text: string) => replyRules.find((each) => matches(each, reply, text));
  const textOf = (all: readonly string[]) => all.join(' ').toLowerCase();
  const rule = ruleFor(textOf(plainWords).replaceAll(products, '')) ?? ruleFor(textOf(words));
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

/** Names of products, which give a reason only if nothing else does: `550 5.7.1 ZEROSPAM: user unknown`. */
const products =
  /\b(?:\w{1,20}spam|spam(?:assassin|experts|hero|titan)|anti[- ]?virus|(?:messaging|e-?mail|internet|cloud|gateway) security)\b/g;

/**
 * Names of hosts and domains, such as `name=acme-security.example` or `mx.example[192.0.2.1]:25`, which give a reason only if
 * nothing else does. Names of blocklists always do. A capital letter begins a sentence: `blocked.See`.
 */
const hostName =
  /^(?!.*\b(?:\w{0,4}bl|spamhaus|spamcop|sorbs|abuseat|cloudmark)\b)[^\w-]*(?:\w+=)?(?:[\w-]+\.)+[a-z]{2,}[^A-Za-z]*$/;

/** The words without addresses and links, because `spam@policy.example` gives no reason. */
function wordsOf(text: string): string[] {
  return text
    .slice(0, wordsMax)
    .replaceAll('’', "'")
    .split(/[\s\p{C}<>]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.includes('://'))
    .flatMap((word) => (word.includes('@') ? withoutAddress(word) : [word]));
}

/** Keeps the text before an address: `not found:ann@example.com`. */
function withoutAddress(word: string): string[] {
  return word.split(/(?<=[:=(])/).filter((part) => /\w/.test(part) && !part.includes('@'));
}

function isStatus(status: string, pattern: string): boolean {
  const parts = status.split('.');

  return pattern.split('.').every((part, at) => part === 'x' || part === parts[at]);
}

/** @param phrase one part, or two parts with ` … ` between them */
function hasPhrase(words: string, phrase: string): boolean {
  const [start = '', end] = phrase.split(' … ');
  if (end === undefined) return words.includes(start);
  for (let at = words.indexOf(start); at >= 0; at = words.indexOf(start, at + 1)) {
    const rest = words.slice(at + start.length, at + start.length + gapMax + end.length);
    if (rest.includes(end)) return true;
  }

  return false;
}
