import * as z from 'zod/mini';
import type { MailServer } from '#lib/mail/mail-server.ts';

/** Mailboxes of these providers are connected by OAuth instead of a password. */
export const OAuthProvider = z.enum(['google', 'microsoft']);
export type OAuthProvider = z.infer<typeof OAuthProvider>;

type ServerAddress = Pick<MailServer, 'host' | 'port' | 'secure'>;

interface ProviderConfig {
  readonly name: string;
  readonly issuer: string;
  readonly smtp: ServerAddress;
  readonly imap: ServerAddress;
  /** The requested scopes. @param imapHost of the operator's registration; a national cloud has a different one */
  readonly scope: (imapHost: string) => string;
  /** Parameters that make the provider return a refresh token every time. */
  readonly extraParameters: Readonly<Record<string, string>>;
  /** Whether the provider states that it verified the address. Otherwise the mailbox login proves it. */
  readonly verifiesEmail: boolean;
}

const outlookHost = 'outlook.office365.com';

export const providers: Readonly<Record<OAuthProvider, ProviderConfig>> = {
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
    // National clouds use their own hosts in scopes.
    scope: (imapHost) => {
      const resource = `https://${imapHost === outlookHost ? 'outlook.office.com' : imapHost}`;

      return `openid email offline_access ${resource}/SMTP.Send ${resource}/IMAP.AccessAsUser.All`;
    },
    extraParameters: {},
    verifiesEmail: false,
  },
};
