/**
 * How servers name a message that they have accepted, in their reply to the end of DATA. RFC 5321 leaves its text open. Each
 * row has the systems whose source or documentation shows the reply.
 */
const namings: readonly { readonly systems: string; readonly pattern: RegExp }[] = [
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

/** Of a reply, no more is read. RFC 5321, section 4.5.3.1.5: a line has at most 512 octets. */
const replyMax = 512;
/** Shorter ones could be guessed, and longer ones would make the execution's item larger. */
const idGrammar = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9._+=~$/@-]{7,159}$/;
/** Outlook.com keeps or replaces `Message-ID`; where the server repeats ours, it is no news. */
const ours = /exe_[0-9A-Z]{26}\.stp_/;

/** The id that a server gave a message. It stands in the reports of that server, and in `Message-ID` where it replaced ours. */
export function readServerId(reply: string): string | undefined {
  const line = reply.slice(0, replyMax);
  for (const { pattern } of namings) {
    const id = pattern.exec(line)?.[1]?.replace(/[.,;:)]$/, '');
    if (id !== undefined) return idGrammar.test(id) && !ours.test(id) ? id : undefined;
  }

  return undefined;
}

/**
 * Servers that put an id of their own in the place of `Message-ID`: Amazon SES (`header-fields` in its developer guide) and
 * Outlook.com. What SES names in its reply is the part before `@`.
 */
const replaced = [
  /(?<![^\s<])([0-9a-f]{16}-[0-9a-f-]{36}-\d{6})@(?:[a-z0-9-]{1,30}\.)?amazonses\.com(?![^\s>])/gi,
  /(?<![^\s<])([^\s<>@]{8,100}@[a-z0-9.-]{1,60}\.prod\.outlook\.com)(?![^\s>])/gi,
];
const replacedMax = 20;

/** Such ids in `In-Reply-To` and `References`. */
export function replacedIdsIn(header: string): string[] {
  const ids = replaced.flatMap((pattern) => [...header.matchAll(pattern)].map(([, id = '']) => id));

  return ids.slice(-replacedMax);
}
