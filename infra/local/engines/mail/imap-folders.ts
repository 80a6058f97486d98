import type { MailStore } from './mail-store.ts';

/** A folder of somebody's mailbox. Its messages are numbered by their ids. */
export interface Folder {
  readonly uidValidity: number;
  readonly uidNext: number;
  readonly ids: readonly number[];
}

/** As `LIST` tells of them: RFC 3501, and for what is sent RFC 6154. */
export const folderList = ['(\\HasNoChildren) "/" INBOX', '(\\HasNoChildren \\Sent) "/" Sent'];

/** What was caught to an address lies in its inbox, what was caught from it among what it sent. */
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
