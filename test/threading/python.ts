import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ReadHeaders {
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly subject: string;
  /** Defects of the message that the library reports. */
  readonly defects: readonly string[];
}

/** Some tests use Python as a second parser. Without it, they are skipped. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

const script = fileURLToPath(new URL('./read-headers.py', import.meta.url));

/** The headers of messages as parsed by Python's email library. */
export function readHeaders(mails: readonly string[]): ReadHeaders[] {
  const { stdout, stderr, status } = spawnSync('python3', [script], { input: JSON.stringify(mails) });
  if (status !== 0) throw new Error(`python3: ${stderr}`);

  return JSON.parse(stdout.toString());
}
