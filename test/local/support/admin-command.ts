import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Of an operator's own terminal: nothing of a stack. */
const bare = { PATH: process.env['PATH'] ?? '' };

/** `npm run admin -- …`, with this on its standard input, and these variables only. */
export async function admin(input: string, options: readonly string[], variables: Record<string, string>) {
  const child = startAdmin(options, variables);
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');

  return { status: child.exitCode, output, errors };
}

/** The same, for a test that ends it before it has ended. */
export function startAdmin(options: readonly string[], variables: Record<string, string>) {
  const child = spawn(process.execPath, ['infra/admin/main.ts', ...options], {
    env: { ...bare, ...variables },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });

  return child;
}
