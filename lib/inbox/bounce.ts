import { normaliseEmail } from '#lib/contacts/email-address.ts';
import { type Mention, mentionsIn } from '#lib/emails/message-id.ts';
import type { ReceivedMail } from '#lib/inbox/message.ts';
import { readRefusal } from '#lib/mail/refusal.ts';
import { isHardBounce } from '#lib/mail/verdict.ts';

/** What a mail server says has become of a mail. */
export interface Bounce {
  readonly isHard: boolean;
  /** Of whom it says so: as the sender wrote the address, and as it was in the end. Normalised. */
  readonly addresses: readonly string[];
  /** The mail that it says it of; nobody else's is named. */
  readonly mentions: readonly Mention[];
  /** Null when it was no SMTP server that refused the mail. */
  readonly smtpCode: number | null;
  readonly enhancedCode: string | null;
  readonly diagnostic: string | null;
}

const recipientsMax = 20;

/** A delivery report (RFC 3464) or, for servers that write none, a message in the form of qmail's. */
export function readBounces(mail: ReceivedMail): Bounce[] {
  return mail.report ? reported(mail.report) : toldInWords(mail.text);
}

function reported({ status, original }: NonNullable<ReceivedMail['report']>): Bounce[] {
  const mentions = mentionsIn(firstField(original, 'message-id'));
  if (mentions.length === 0) return [];
  const groups = unfolded(status).split(/\n{2,}/, recipientsMax + 1);

  return groups.flatMap((group) => {
    const failed = firstField(group, 'action').toLowerCase() === 'failed';
    const addresses = ['final-recipient', 'original-recipient'].flatMap((name) =>
      addressIn(firstField(group, name)),
    );
    if (!failed || addresses.length === 0) return [];

    return [{ ...judge(firstField(group, 'status'), diagnosticIn(group)), addresses, mentions }];
  });
}

/** `smtp; 550 5.1.1 …`: of other kinds of servers the words say nothing that could be relied upon. */
function diagnosticIn(group: string): string {
  return /^smtp ?; *(.*)$/is.exec(firstField(group, 'diagnostic-code'))?.[1] ?? '';
}

/** `Status` is often just 5.0.0, and the server's own reply knows better. Where the two disagree, nothing is certain. */
function judge(status: string, reply: string): Omit<Bounce, 'addresses' | 'mentions'> {
  const stated = /^[245]\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? null;
  const refusal = readRefusal(reply.replaceAll(/(^|\s)(\d{3})-(?=\d\.\d{1,3}\.\d{1,3}\s)/g, '$1$2 '));
  const smtpCode = Number.isInteger(refusal.smtpCode) && refusal.smtpCode >= 200 ? refusal.smtpCode : null;
  const diagnostic = smtpCode === null && reply !== '' ? reply.slice(0, 300) : refusal.diagnostic;
  const isSpecific = stated !== null && !/^5\.[03]\.0$/.test(stated);
  const enhancedCode = isSpecific ? stated : (refusal.enhancedCode ?? stated);
  const codes = [enhancedCode, refusal.enhancedCode].filter((code) => code !== null);
  const isHard =
    (smtpCode === null || smtpCode >= 500) &&
    codes.length > 0 &&
    codes.every(
      (code) => !ofSender.test(code) && isHardBounce({ smtpCode: 550, enhancedCode: code, diagnostic }),
    );

  return { isHard, smtpCode, enhancedCode, diagnostic };
}

/** It is the sender, or how much it sends, that these are about; 5.1.90 is Microsoft's. */
const ofSender = /^5\.1\.(?:7|8|90)$/;

/**
 * qmail's own form (https://cr.yp.to/proto/qsbmf.txt): paragraphs of `<address>:` and the reason, then the message itself.
 * It has no fields, so the reason must have a code: `(#5.1.1)`, or an SMTP server's.
 */
function toldInWords(text: string): Bounce[] {
  const plain = text.replaceAll('\r\n', '\n').slice(0, 65_536);
  const border = /^---.*(?:below this line|copy of (?:the|your) message)/im.exec(plain);
  if (!/^hi\. this is the\b/i.test(plain.trimStart()) || !border) return [];
  const mentions = mentionsIn(firstField(plain.slice(border.index), 'message-id'));
  const paragraphs = plain.slice(0, border.index).split(/\n\s*\n/, recipientsMax + 1);

  return paragraphs.flatMap((paragraph) => {
    const [, address = '', reason = ''] = /^<([^<>\s]{3,320})>:\s*(.*)$/s.exec(paragraph.trim()) ?? [];
    if (address === '' || mentions.length === 0) return [];
    const code = /#([45]\.\d{1,3}\.\d{1,3})\b/.exec(reason)?.[1] ?? '';
    const reply = /\b([45]\d\d[ -].*)$/s.exec(reason)?.[1] ?? reason;

    return [
      { ...judge(code, reply.replaceAll(/\s+/g, ' ')), addresses: [normaliseEmail(address)], mentions },
    ];
  });
}

/** `rfc822; ann@example.com`, in any of the ways in which it is written. */
function addressIn(field: string): string[] {
  const address = field
    .replace(/^[a-z0-9-]+ *;/i, '')
    .trim()
    .replace(/^<(.*)>$/, '$1');

  return /^[^\s<>@]+@[^\s<>@]+$/.test(address) ? [normaliseEmail(address)] : [];
}

/** The first field of a name in a block of them; empty when there is none. */
function firstField(block: string, name: string): string {
  const label = `${name}:`;
  const line = unfolded(block)
    .split('\n')
    .find((each) => each.slice(0, label.length).toLowerCase() === label);

  return line?.slice(label.length).trim() ?? '';
}

function unfolded(block: string): string {
  return block
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+(?=\S)/g, ' ')
    .trim();
}
