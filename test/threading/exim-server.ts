import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../infra/local/engines/loopback.ts';
import { untilOpen } from './dovecot-server.ts';

const program = '/usr/local/lib/exim/usr/sbin/exim4';

/** Only root may start Exim with another configuration. */
export const hasExim = existsSync(program) && process.getuid?.() === 0;

export interface Exim {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts Debian's Exim as a submission server with access control lists: recipients `prohibited…`, `unrelayed…` and
 * `unverified…` are rejected, `limited…` after two emails of a sender, and messages with the word “forbidden”. Accepted emails are
 * discarded.
 */
export async function startExim(): Promise<Exim> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-exim-'));
  const port = await findFreePort('Exim');
  chmodSync(folder, 0o777);
  const file = join(folder, 'exim.conf');
  writeFileSync(file, configuration(folder));
  const child: ChildProcess = spawn(program, ['-C', file, '-bdf', '-oX', `127.0.0.1:${port}`], {
    stdio: 'ignore',
  });
  await untilOpen(port);

  return {
    port,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string): string {
  return `primary_hostname = mx.example.net
spool_directory = ${folder}
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/pid
host_lookup =
rfc1413_hosts =
tls_advertise_hosts =
acl_smtp_rcpt = check_rcpt
acl_smtp_data = check_data
begin acl
check_rcpt:
  deny local_parts = ^prohibited
       message = Administrative prohibition
  deny local_parts = ^unrelayed
       message = relay not permitted
  deny local_parts = ^unverified
       message = Sender verify failed
  deny local_parts = ^limited
       ratelimit = 2 / 1h / strict / $sender_address
       message = Sender rate $sender_rate / $sender_rate_period exceeds the limit: too many messages
  accept
check_data:
  deny condition = \${if match{$message_body}{forbidden}}
       message = This message contains forbidden content
  accept
begin routers
discard:
  driver = redirect
  data = :blackhole:
begin transports
begin retry
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = true
  server_set_id = $auth2
`;
}
