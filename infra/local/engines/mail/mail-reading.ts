import PostalMime, { type Address } from 'postal-mime';
import type { MailStore, MailSummary } from './mail-store.ts';

/** A parsed captured email. */
export interface ReadMail {
  readonly summary: MailSummary;
  readonly raw: Buffer;
  readonly text: string;
  readonly html: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Address that replies go to; undefined if the email has no sender. */
  readonly repliesTo: string | undefined;
  /** Ids of the preceding emails in its conversation, oldest first. */
  readonly answers: readonly string[];
}

/** @returns undefined when the email does not exist */
export async function readMail(store: MailStore, id: number): Promise<ReadMail | undefined> {
  const found = store.find(id);
  if (found === undefined) return undefined;
  const mail = await PostalMime.parse(found.raw);
  const [repliesTo] = [...(mail.replyTo ?? []), ...(mail.from ? [mail.from] : [])].flatMap(addressesOf);

  return {
    ...found,
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    repliesTo,
    answers: (mail.references ?? mail.inReplyTo ?? '').match(/<[^<>\s]+>/g) ?? [],
  };
}

/** Address of a mailbox, or all addresses of a group. */
function addressesOf({ address, group }: Address): string[] {
  return [address ?? '', ...(group ?? []).map((each) => each.address)].filter((each) => each !== '');
}
