import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const program = '/usr/lib/dovecot/imap';

/** Debian's `dovecot-imapd`, which `npm run test:mail` installs. */
export const hasDovecot = existsSync(program);

/** User id of the mailbox: Dovecot does not serve root's mail. */
const mailUserId = 65_534;

/**
 * Adds messages to a mailbox of a real IMAP server and requests their threads (RFC 5256, THREAD=REFERENCES). The server
 * uses IMAP on its standard input and output in a pre-authenticated session.
 * @returns the conversations, each as zero-based positions of its messages, oldest first
 */
export async function threadsOf(mails: readonly string[]): Promise<number[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-dovecot-'));
  const isRoot = process.getuid?.() === 0;
  try {
    writeFileSync(join(folder, 'dovecot.conf'), `mail_location = maildir:${folder}/mail\nssl = no\n`);
    if (isRoot) chownSync(folder, mailUserId, mailUserId);
    const child = spawn(program, ['-c', join(folder, 'dovecot.conf')], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { HOME: folder, USER: 'nobody' },
      ...(isRoot && { uid: mailUserId, gid: mailUserId }),
    });
    child.stdin.end(dialogue(mails));
    const [answer, complaint] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    const threads = /^\* THREAD (.*)$/m.exec(answer)?.[1];
    if (threads === undefined) throw new Error(`dovecot: ${complaint} ${answer.slice(-500)}`);

    return [...threads.matchAll(/\(([^()]*)\)/g)].map(([, uids = '']) =>
      uids.split(' ').map((uid) => Number(uid) - 1),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function dialogue(mails: readonly string[]): string {
  const appends = mails.map(
    (mail, position) => `a${position} APPEND INBOX {${Buffer.byteLength(mail)}+}\r\n${mail}\r\n`,
  );

  return [...appends, 's SELECT INBOX\r\n', 't UID THREAD REFERENCES UTF-8 ALL\r\n', 'l LOGOUT\r\n'].join('');
}
