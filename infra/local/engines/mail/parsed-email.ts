import PostalMime, { type Address } from 'postal-mime';
import type { EmailSummary, MailStore } from './mail-store.ts';

export interface ParsedEmail {
  readonly summary: EmailSummary;
  readonly raw: Buffer;
  readonly text: string;
  readonly html: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Address that replies go to; undefined if the email has no sender. */
  readonly replyAddress: string | undefined;
  /** Ids of the preceding emails in its conversation, oldest first. */
  readonly references: readonly string[];
}

/** @returns undefined when the email does not exist */
export async function parseEmail(store: MailStore, id: number): Promise<ParsedEmail | undefined> {
  const stored = store.find(id);
  if (stored === undefined) return undefined;
  const parsed = await PostalMime.parse(stored.raw);
  const [replyTo] = [...(parsed.replyTo ?? []), ...(parsed.from ? [parsed.from] : [])].flatMap(addressesOf);

  return {
    ...stored,
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    replyAddress: replyTo,
    references: (parsed.references ?? parsed.inReplyTo ?? '').match(/<[^<>\s]+>/g) ?? [],
  };
}

/** Address of a mailbox, or all addresses of a group. */
function addressesOf({ address, group }: Address): string[] {
  return [address ?? '', ...(group ?? []).map((each) => each.address)].filter((each) => each !== '');
}
