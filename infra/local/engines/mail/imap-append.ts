import type { MailStore } from './mail-store.ts';

/** An APPEND; its message follows as a literal (RFC 3501, section 6.3.11). */
export interface AppendCommand {
  readonly tag: string;
  readonly folder: string;
  readonly bytes: number;
}

const messageBytesMax = 1_000_000;

/** Undefined for a malformed command or a message that is too large. */
export function readAppend(tag: string, rest: string): AppendCommand | undefined {
  const [, folder = '', size = ''] = /^"?([^" ]+)"? .*\{(\d+)\}$/.exec(rest) ?? [];
  const bytes = Number(size);

  return size === '' || bytes > messageBytesMax ? undefined : { tag, folder, bytes };
}

/** Stores a message from the user. @returns the response after the tag */
export function storeAppended(
  store: MailStore,
  user: string,
  { folder }: AppendCommand,
  message: string,
): string {
  if (folder.toUpperCase() !== 'SENT') return 'NO messages can be added to Sent only';
  const raw = Buffer.from(message, 'latin1');
  const unfolded = message.replaceAll(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: *(.*)\\r$`, 'im').exec(unfolded)?.[1] ?? '';
  const [subject, messageId] = [header('Subject'), header('Message-ID')];
  store.add({ from: user, to: [], subject, messageId, receivedAt: Date.now(), raw });

  return 'OK stored';
}
