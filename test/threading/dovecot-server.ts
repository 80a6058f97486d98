import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { findFreePort } from '../../infra/local/engines/loopback.ts';

const program = '/usr/sbin/dovecot';
/** A folder that has the special use \Sent in mailboxes that contain it. */
export const specialSent = 'Postausgang';
/** User id of the mailboxes. Dovecot does not serve root's mail, but only root can start it for other users. */
const mailUserId = 65_534;

export const canServe =
  existsSync(program) && existsSync('/usr/lib/dovecot/imap') && process.getuid?.() === 0;

/** Whether Dovecot's LMTP server is installed. */
export const hasLmtp = existsSync('/usr/lib/dovecot/lmtp');

export interface Dovecot {
  readonly port: number;
  readonly password: string;
  /** Adds a message to a user's inbox. */
  deliver(user: string, raw: string): Promise<void>;
  /** Creates a folder in a user's mailbox and adds a message to it. */
  addToFolder(user: string, folder: string, raw: string): Promise<void>;
  /** The messages in a user's inbox, oldest first. */
  messagesOf(user: string): Promise<string[]>;
  /** Socket for deliveries by LMTP, if that is installed. */
  readonly deliverySocket: string;
  /** Socket at which other servers check passwords. */
  readonly authSocket: string;
  /** Resets the inbox: its messages get other UIDs and another UIDVALIDITY. */
  renew(user: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Debian's complete IMAP server. Any user name has a mailbox and the same password. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-dovecot-'));
  const [port, password] = [await findFreePort('Dovecot'), 'correct-horse'];
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'mail'));
  chownSync(join(folder, 'mail'), mailUserId, mailUserId);
  writeFileSync(join(folder, 'dovecot.conf'), configuration(folder, port, password));
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  await untilOpen(port);

  const inMailbox = async <Result>(user: string, work: (client: ImapFlow) => Promise<Result>) => {
    const auth = { user, pass: password };
    const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false });
    await client.connect();

    return work(client).finally(() => client.logout());
  };

  return {
    port,
    password,
    deliverySocket: join(folder, 'lmtp'),
    authSocket: join(folder, 'auth'),
    deliver: (user, raw) => inMailbox(user, async (client) => void (await client.append('INBOX', raw))),
    addToFolder: (user, path, raw) =>
      inMailbox(user, async (client) => {
        await client.mailboxCreate(path);
        await client.append(path, raw);
      }),
    messagesOf: (user) =>
      inMailbox(user, async (client) => {
        await client.mailboxOpen('INBOX', { readOnly: true });
        const messages = await client.fetchAll('1:*', { source: true });

        return messages.map(({ source }) => String(source));
      }),
    renew: (user) =>
      inMailbox(user, async (client) => {
        await client.mailboxCreate('Copies');
        await client.mailboxOpen('INBOX');
        await client.messageCopy('1:*', 'Copies');
        await client.mailboxClose();
        rmSync(join(folder, 'mail', user, 'dovecot-uidlist'), { force: true });
        rmSync(join(folder, 'mail', user, 'dovecot.index.log'), { force: true });
        rmSync(join(folder, 'mail', user, 'dovecot.index'), { force: true });
        rmSync(join(folder, 'mail', user, 'dovecot.index.cache'), { force: true });
      }),
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number, password: string): string {
  return `protocols = imap ${hasLmtp ? 'lmtp' : ''}
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${mailUserId} gid=${mailUserId} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  mailbox "${specialSent}" {
    special_use = \\Sent
  }
}
${hasLmtp ? deliveries(folder) : ''}
service auth {
  unix_listener ${folder}/auth {
    mode = 0666
  }
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;
}

const deliveries = (folder: string) => `postmaster_address = postmaster@localhost
service lmtp {
  unix_listener ${folder}/lmtp {
    mode = 0666
  }
}`;

export async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (tries === 800) throw error;
      await pause(25);
    } finally {
      socket.destroy();
    }
  }
}
