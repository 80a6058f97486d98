import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../infra/local/engines/loopback.ts';
import { makeCertificate } from '../support/certificates.ts';
import { type Dovecot, hasLmtp, untilOpen } from './dovecot-server.ts';

const program = '/usr/sbin/postfix';

/** Only root can start Debian's SMTP server. */
export const canRelay = existsSync(program) && hasLmtp && process.getuid?.() === 0;

/** The domains that the server serves and relays. */
export interface MailDomains {
  /** Domain of the mailboxes at Dovecot. Addresses that begin with `unknown` do not exist. */
  readonly here: string;
  /** Domain that is relayed to a server on this machine. Any recipient is accepted. */
  readonly elsewhere: string;
  readonly relayPort: number;
}

export interface Postfix {
  readonly port: number;
  /** A self-signed certificate, which clients must trust. */
  readonly certificate: string;
  stop(): Promise<void>;
}

/**
 * Starts Debian's complete SMTP server as a submission server: STARTTLS, and a login that Dovecot checks. If
 * it cannot relay a message immediately, it reports this to the sender immediately.
 */
export async function startPostfix(dovecot: Dovecot, neighbourhood: MailDomains): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-postfix-'));
  const port = await findFreePort('Postfix');
  const { key, cert } = makeCertificate();
  chmodSync(folder, 0o755);
  for (const name of ['queue', 'data']) mkdirSync(join(folder, name));
  const [userId, groupId] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postfix'])));
  chownSync(join(folder, 'data'), userId ?? 0, groupId ?? 0);
  writeFileSync(join(folder, 'certificate.pem'), `${key}${cert}`, { mode: 0o600 });
  writeFileSync(join(folder, 'main.cf'), configuration(folder, dovecot, neighbourhood));
  writeFileSync(join(folder, 'master.cf'), services(port));
  writeFileSync(join(folder, 'mailboxes'), 'if !/^unknown/\n/@/ there\nendif\n');
  const child = spawn(program, ['-c', folder, 'start-fg'], { stdio: 'ignore' });
  await untilOpen(port);

  return {
    port,
    certificate: cert,
    async stop() {
      const ended = once(child, 'exit');
      execFileSync(program, ['-c', folder, 'stop'], { stdio: 'ignore' });
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, dovecot: Dovecot, { here, elsewhere, relayPort }: MailDomains) {
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mx.${here}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
mydestination =
alias_maps =
alias_database =
notify_classes =
biff = no
smtpd_tls_chain_files = ${folder}/certificate.pem
smtpd_tls_security_level = encrypt
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${dovecot.authSocket}
smtpd_recipient_restrictions = reject_unlisted_recipient, permit_sasl_authenticated, reject
virtual_mailbox_domains = ${here}
virtual_transport = lmtp:unix:${dovecot.deliverySocket}
virtual_mailbox_maps = regexp:${folder}/mailboxes
relay_domains = ${elsewhere}
transport_maps = inline:{ ${elsewhere}=smtp:[127.0.0.1]:${relayPort} }
smtp_address_preference = ipv4
maximal_queue_lifetime = 0
bounce_queue_lifetime = 0
`;
}

/** Debian's services without chroot. */
function services(port: number): string {
  return `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
}
