import type { MailStore } from './mail-store.ts';

/** A mailbox folder. The id of a message is its UID. */
export interface Folder {
  readonly uidValidity: number;
  readonly uidNext: number;
  readonly ids: readonly number[];
}

/** Response lines of `LIST`: RFC 3501, and RFC 6154 for the Sent folder. */
export const folderList = ['(\\HasNoChildren) "/" INBOX', '(\\HasNoChildren \\Sent) "/" Sent'];

/** Messages to an address are in its INBOX, messages from it in its Sent folder. */
export function openFolder(store: MailStore, user: string, name: string): Folder | undefined {
  const inbox = store.mailbox(user);
  switch (name.replaceAll('"', '').toUpperCase()) {
    case 'INBOX':
      return inbox;
    case 'SENT': {
      const all = store.list({ after: 0, limit: Number.MAX_SAFE_INTEGER });
      const sent = all.filter(({ from }) => from.toLowerCase() === user.toLowerCase());

      return { ...inbox, ids: sent.map(({ id }) => id) };
    }
    default:
      return undefined;
  }
}
