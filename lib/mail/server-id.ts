import { mentionsMessage } from '#lib/mail/message-id.ts';

/**
 * Formats in which servers return their id of an accepted message, in the reply to the end of DATA. RFC 5321 does not define
 * this text. Each row lists the systems that show the format in their source or documentation.
 */
const replyFormats: readonly { readonly systems: string; readonly pattern: RegExp }[] = [
  { systems: 'Amazon SES', pattern: /^250 Ok ([0-9a-f]{16}-[0-9a-f-]{36}-\d{6})\s*$/i },
  { systems: 'Gmail', pattern: /\bOK +\d{1,12} (\S+) - gsmtp\b/i },
  { systems: 'Exchange, Exchange Online, Outlook.com', pattern: /<([^<>\s]+)> ?\[(?:InternalId|Hostname)=/i },
  { systems: 'Postfix, Zimbra, Haraka, iCloud, SendGrid', pattern: /\bqueued as <?([^\s<>]+)/i },
  { systems: 'Stalwart', pattern: /\bqueued with id ([^\s<>]+)/i },
  { systems: 'Exim', pattern: /\bid=([^\s<>]+)/i },
  {
    systems: 'Sendmail, OpenSMTPD, Kerio',
    pattern: /^250 (?:\d\.\d\.\d )?([^\s]{1,200}) message accepted for delivery\b/i,
  },
];

/** Characters read of a reply. RFC 5321, section 4.5.3.1.5: a line has at most 512 octets. */
const replyMax = 512;
/** Shorter ids could be guessed. Longer ids would make the execution's item too large. */
const idGrammar = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9._+=~$/@-]{7,159}$/;

/** The server's id of a message. Reports of the server repeat it, and some servers use it as the new `Message-ID`. */
export function readServerId(reply: string): string | undefined {
  const line = reply.slice(0, replyMax);
  for (const { pattern } of replyFormats) {
    const id = pattern.exec(line)?.[1]?.replace(/[.,;:)]$/, '');
    // Some servers, such as Outlook.com, repeat our `Message-ID` and assign no other id.
    if (id !== undefined) return idGrammar.test(id) && !mentionsMessage(id) ? id : undefined;
  }

  return undefined;
}

/**
 * Formats of servers that replace `Message-ID`: Amazon SES (`header-fields` in its developer guide) and Outlook.com. The
 * reply of SES contains the part before `@`.
 */
const replacedIdPatterns = [
  /(?<![^\s<])([0-9a-f]{16}-[0-9a-f-]{36}-\d{6})@(?:[a-z0-9-]{1,30}\.)?amazonses\.com(?![^\s>])/gi,
  /(?<![^\s<])([^\s<>@]{8,100}@[a-z0-9.-]{1,60}\.prod\.outlook\.com)(?![^\s>])/gi,
];
const replacedMax = 20;

/** Finds replaced ids in `In-Reply-To` or `References`. */
export function findReplacedIds(header: string): string[] {
  const ids = replacedIdPatterns.flatMap((pattern) => [...header.matchAll(pattern)].map(([, id = '']) => id));

  return ids.slice(-replacedMax);
}
