import { startParts } from '../../started-parts.ts';
import { startHttpServer } from '../http-server.ts';
import { loopbackHost } from '../loopback.ts';
import { startImapInbox } from './imap-inbox.ts';
import { openMailStore } from './mail-store.ts';
import { mailWeb } from './mail-web.ts';
import { startSmtpInbox } from './smtp-inbox.ts';

interface MailCatcherOptions {
  readonly databaseFile: string;
  readonly smtpPort?: number | undefined;
  readonly imapPort?: number | undefined;
  readonly webPort?: number | undefined;
}

export interface MailCatcher {
  readonly smtp: { readonly host: typeof loopbackHost; readonly port: number };
  readonly imap: { readonly host: typeof loopbackHost; readonly port: number };
  readonly webUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts an SMTP server that captures all messages, an IMAP server for reading them, and a web page and JSON
 * API for reading and replying. A message is on disk before the sender receives 250.
 * @throws {PortTaken}
 */
export function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  return startParts(async (parts) => {
    const store = openMailStore(options.databaseFile);
    parts.add(store.close);
    const smtp = await startSmtpInbox(store, options.smtpPort);
    parts.add(smtp.stop);
    const imap = await startImapInbox(store, options.imapPort);
    parts.add(imap.stop);
    const respond = mailWeb(store);
    const web = await startHttpServer({ engine: 'Inbox page', port: options.webPort, respond });
    parts.add(web.stop);

    return {
      smtp: { host: loopbackHost, port: smtp.port },
      imap: { host: loopbackHost, port: imap.port },
      webUrl: web.endpoint,
      stop: parts.stop,
    };
  });
}
