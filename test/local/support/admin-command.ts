import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** The environment of an operator's terminal: no variables of a stack. */
const bare = { PATH: process.env['PATH'] ?? '' };

/** Runs `npm run admin -- …` with this standard input and only these variables. */
export async function admin(input: string, options: readonly string[], variables: Record<string, string>) {
  const child = startAdmin(options, variables);
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');

  return { status: child.exitCode, output, errors };
}

/** The same without waiting, for a test that ends it early. */
export function startAdmin(options: readonly string[], variables: Record<string, string>) {
  const child = spawn(process.execPath, ['infra/admin/main.ts', ...options], {
    env: { ...bare, ...variables },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });

  return child;
}
