import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { startStack } from '../../support/run-stack.ts';

/** A stack with its own state, and functions that run commands of the README on it. */
export async function startTour() {
  const stateFolder = mkdtempSync(join(tmpdir(), 'outreach-tour-'));
  const { report, stop } = await startStack({
    stateFolder,
    assembly: join(inject('stateFolder'), 'assembly'),
  });
  onTestFinished(async () => {
    await stop();
    rmSync(stateFolder, { recursive: true, force: true });
  });
  const run = async (commands: string) => {
    const shell = runInShell(
      commands
        .replaceAll(/local -- ([a-z]+)/g, `local -- $1 --state ${stateFolder}`)
        .replaceAll('admin -- connect-account', `admin -- connect-account --state ${stateFolder}`)
        .replaceAll('/tmp/tour', join(stateFolder, 'tour'))
        .replaceAll('8080', String(await freePort())),
    );
    await shell.succeeded;

    return shell;
  };

  return { report, run, runTour: () => run(tourOf(readFileSync('README.md', 'utf8'))) };
}

export function expectWholeTour({ output }: ReturnType<typeof runInShell>): void {
  expect(output()).toContain('"total":3,"created":2,');
  expect(output()).toContain('Yes, gladly.');
}

/** All shell blocks between the markers, in order. */
function tourOf(readme: string): string {
  const tour = readme.split('<!-- tour -->')[1]?.split('<!-- /tour -->')[0] ?? '';

  return [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('\n');
}

/** Runs a script. Its background processes continue until the test ends. */
function runInShell(script: string) {
  const child = spawn('bash', ['-euc', script], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  let isClosed = false;
  const closed = once(child, 'close').then(() => {
    isClosed = true;
  });
  onTestFinished(async () => {
    if (!isClosed && child.pid !== undefined) process.kill(-child.pid);
    await closed;
  });
  const succeeded = once(child, 'exit').then(([code]) => expect(code, errors).toBe(0));

  return { succeeded, output: () => output };
}

/** A port that is not in use. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');

  return address.port;
}
