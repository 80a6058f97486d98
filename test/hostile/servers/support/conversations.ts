import { Resolver } from 'node:dns/promises';
import { findServers } from '#lib/connect/find-servers.ts';
import { firstReachableServer } from '#lib/connect/first-reachable.ts';
import { type ImapSession, ImapUnavailable, openInbox } from '#lib/mail/imap.ts';
import { openSmtp, SmtpUnavailable, smtpBudget } from '#lib/mail/smtp.ts';
import { findRedirect } from '#lib/network/find-redirect.ts';
import { postBytes } from '#lib/network/post.ts';
import { TokensDenied } from '#lib/oauth/denied.ts';
import { refreshTokens } from '#lib/oauth/tokens.ts';
import { evaluateSender } from '#lib/sender-dns/evaluate-sender.ts';

/** Address of a server. */
export interface Target {
  readonly port: number;
  readonly secure: boolean;
}

/** Connects to the server like the service. @returns the outcome in one word */
type Conversation = (target: Target) => Promise<string>;

const credential = { kind: 'password', password: 'secret' } as const;
const email = 'ada@example.org';

function serverAt({ port, secure }: Target) {
  return { host: 'localhost', port, secure, username: email };
}

/** The production limit is two and a half minutes, most of it for the reply to the message. */
const budget = { ...smtpBudget, timeMs: 6000 };

async function smtp(target: Target, size = 2000): Promise<string> {
  try {
    const session = await openSmtp({ email, smtp: serverAt(target) }, credential, 'allow', 5000, budget);
    try {
      const raw = Buffer.from(`Subject: Hello\r\n\r\n${'Good day.\r\n'.repeat(size / 11)}`);
      const result = await session.send({ from: email, to: 'ben@example.com', raw });

      return result.kind === 'send_failure' ? `send_failure ${result.failure.kind}` : result.kind;
    } finally {
      session.close();
    }
  } catch (error) {
    if (error instanceof SmtpUnavailable) return error.failure.kind;
    throw error;
  }
}

/** The session times out after 10 seconds, as before a follow-up. */
function imap(read: (session: ImapSession) => Promise<unknown>): Conversation {
  return async (target) => {
    try {
      const session = await openInbox(serverAt(target), credential, { loopback: 'allow', timeoutMs: 10_000 });
      try {
        return `read ${await read(session)}`;
      } finally {
        session.close();
      }
    } catch (error) {
      if (error instanceof ImapUnavailable) return error.kind;
      throw error;
    }
  };
}

const url = ({ port, secure }: Target) => `${secure ? 'https' : 'http'}://localhost:${port}/hook`;

async function oauth({ port }: Target): Promise<string> {
  const issuer = `http://localhost:${port}`;
  const client = {
    provider: 'google',
    issuer,
    clientId: 'us',
    secret: 'secret',
    imapHost: 'localhost',
  } as const;
  try {
    const { lifetimeSeconds } = await refreshTokens(client as never, 'a refresh token', 'allow');

    return `tokens for ${lifetimeSeconds} s`;
  } catch (error) {
    if (error instanceof TokensDenied) return error.kind;
    throw error;
  }
}

function resolverAt({ port }: Target): Resolver {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  resolver.setServers([`127.0.0.1:${port}`]);

  return resolver;
}

export const conversations = {
  smtp,
  smtpLarge: (target) => smtp(target, 20_000_000),
  imapOpen: imap(async () => 'nothing'),
  imapHeads: imap(async (session) => (await session.fetchHeaders(1, 100)).length),
  imapInbox: imap(async (session) => {
    let count = 0;
    for (let from = 1; from <= session.position.uid; from += 100) {
      count += (await session.fetchHeaders(from, from + 99)).length;
    }

    return count;
  }),
  imapSource: imap(async (session) => ((await session.fetchSource(1))?.length ?? 0) <= 327_680),
  imapSourceLast: imap(async (session) => {
    for (let window = 0; window < 20; window += 1) await session.fetchHeaders(1, 100);

    return session.fetchSource(1);
  }),
  imapSince: imap(async (session) => (await session.searchSince(new Date())).length),
  imapFolders: imap(async (session) => (await session.listFolders(50)).length),
  imapSent: imap(async (session) => (await session.searchSentFolder(['<a@b>'], new Date())).length),
  post: async (target) => {
    const body = Buffer.from('{}');
    const outcome = await postBytes({ url: url(target), headers: {}, body, loopback: 'allow' });

    return outcome.kind === 'answered' ? `answered ${outcome.status}` : outcome.code;
  },
  redirect: async (target) => String(await findRedirect(url(target), 'allow').catch(({ code }) => code)),
  oauth,
  detect: async (target) =>
    String((await firstReachableServer({ loopback: 'allow' }, 'imap', [serverAt(target)]))?.host),
  detectSmtp: async (target) =>
    String((await firstReachableServer({ loopback: 'allow' }, 'smtp', [serverAt(target)]))?.host),
  senderDns: async (target) => {
    const { spf, dkim, dmarc } = await evaluateSender(resolverAt(target), 'ada@hostile.example', '192.0.2.1');

    return `spf ${spf}, dkim ${dkim}, dmarc ${dmarc}`;
  },
  mailDns: async (target) => {
    const search = { dns: resolverAt(target), loopback: 'refuse', resolve: async () => [] } as const;
    const { smtp: found } = await findServers(search, 'hostile.example', { smtp: true, imap: true });

    return String(found?.host);
  },
} satisfies Record<string, Conversation>;

export type ConversationKind = keyof typeof conversations;
