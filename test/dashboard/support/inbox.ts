import { type CapturedEmail, listEmails, replyOnPage } from '../../../infra/local/demo/inbox-page.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';

export interface Inbox {
  /** The latest email to an address, as soon as it has arrived. */
  waitForEmail(to: string): Promise<CapturedEmail>;
  /** Replies as the recipient. The service reads the reply within two minutes of its clock. */
  reply(email: CapturedEmail, text: string): Promise<void>;
}

/** @param webUrl of the local inbox */
export function openInbox(webUrl: string): Inbox {
  return {
    waitForEmail: async (to) => {
      const found: CapturedEmail[] = [];
      await waitUntil(`an email to ${to}`, async () => {
        found.push(...(await listEmails(webUrl, { to })).slice(0, 1));

        return found.length > 0;
      });
      const [email] = found;
      if (email === undefined) throw new Error(`no email to ${to}`);

      return email;
    },
    reply: (email, text) => replyOnPage(webUrl, email.id, { kind: 'reply', text }),
  };
}
