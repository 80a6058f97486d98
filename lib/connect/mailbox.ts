import * as z from 'zod/mini';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { MailServer } from '#lib/mail/mail-server.ts';

/** The known fields of a server; the others are derived or found. */
export const MailServerHints = z.partial(MailServer);
export type MailServerHints = z.infer<typeof MailServerHints>;

export const EmailAccountByPassword = z.strictObject({
  ...NewEmailAccount.shape,
  smtp: z.optional(MailServerHints),
  imap: z.optional(z.nullable(MailServerHints)),
});
export type EmailAccountByPassword = z.infer<typeof EmailAccountByPassword>;
