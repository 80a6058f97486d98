import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ReadHeaders {
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly subject: string;
  /** What the library finds wrong with the mail. */
  readonly defects: readonly string[];
}

/** The second opinion of some tests; a machine without it runs all the others. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

const script = fileURLToPath(new URL('./read-headers.py', import.meta.url));

/** What Python's library for mails reads in them. */
export function readHeaders(mails: readonly string[]): ReadHeaders[] {
  const { stdout, stderr, status } = spawnSync('python3', [script], { input: JSON.stringify(mails) });
  if (status !== 0) throw new Error(`python3: ${stderr}`);

  return JSON.parse(stdout.toString());
}
