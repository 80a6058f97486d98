import * as z from 'zod/mini';
import type { MailServer } from '#lib/mail/mail-server.ts';

/** Whose mailboxes are connected by their owner's consent instead of a password. */
export const OAuthProvider = z.enum(['google', 'microsoft']);
export type OAuthProvider = z.infer<typeof OAuthProvider>;

type Host = Pick<MailServer, 'host' | 'port' | 'secure'>;

interface ProviderFacts {
  readonly name: string;
  readonly issuer: string;
  readonly smtp: Host;
  readonly imap: Host;
  /** What is asked of the owner. @param imapHost of the cloud that the mailboxes are in */
  readonly scope: (imapHost: string) => string;
  /** What is sent along so that there is a refresh token each time. */
  readonly extraParameters: Readonly<Record<string, string>>;
  /** Whether it tells of an address that it has verified it. Where it does not, logging in to the mailbox proves it. */
  readonly verifiesEmail: boolean;
}

const outlookHost = 'outlook.office365.com';

export const providers: Readonly<Record<OAuthProvider, ProviderFacts>> = {
  // https://developers.google.com/workspace/gmail/imap/imap-smtp
  google: {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    smtp: { host: 'smtp.gmail.com', port: 465, secure: true },
    imap: { host: 'imap.gmail.com', port: 993, secure: true },
    scope: () => 'openid email https://mail.google.com/',
    extraParameters: { access_type: 'offline', prompt: 'consent' },
    verifiesEmail: true,
  },
  // https://learn.microsoft.com/en-us/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
  microsoft: {
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    smtp: { host: 'smtp.office365.com', port: 587, secure: false },
    imap: { host: outlookHost, port: 993, secure: true },
    // National clouds name their scopes by their own hosts.
    scope: (imapHost) => {
      const resource = `https://${imapHost === outlookHost ? 'outlook.office.com' : imapHost}`;

      return `openid email offline_access ${resource}/SMTP.Send ${resource}/IMAP.AccessAsUser.All`;
    },
    extraParameters: {},
    verifiesEmail: false,
  },
};
