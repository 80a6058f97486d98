import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { countEmails } from '../../infra/local/demo/figures.ts';
import { stackTime, waitUntil } from '../../infra/local/demo/stack-time.ts';
import { startStack } from '../support/run-stack.ts';
import { isWholeTier } from '../support/tier.ts';

test('the commands of the README’s tour work, including the webhook receiver', {
  timeout: 240_000,
}, async () => {
  const { report, runTour } = await startTour();
  const tour = await runTour();

  expect(tour.output()).toContain(
    '"total":3,"created":2,"updated":0,"skipped":0,"duplicatesInFile":0,"failed":1',
  );
  expect(tour.output()).toContain('"status":"active"');
  await expect.poll(tour.output, { timeout: 30_000 }).toMatch(/^evt_\w+ contact\.created$/m);
  await expect
    .poll(() => countEmails(report.mail.webUrl), { timeout: 30_000 })
    .toEqual({ count: 3, recipients: 3 });
  // The script waits for this event before its last read.
  expect(tour.output()).toContain('Yes, gladly.');
});

test.runIf(isWholeTier)(
  'the tour works again within a day, and after its mailbox has sent with the clock three days ahead and the clock is reset',
  { timeout: 360_000 },
  async () => {
    const { report, runTour, run } = await startTour();
    expectWholeTour(await runTour());
    expectWholeTour(await runTour());
    const time = stackTime(report.controlUrl);
    await time.advance(3 * 86_400_000);
    await waitUntil('the follow-ups to the contacts that have not replied', async () => {
      await time.advance(20_000);

      return (await countEmails(report.mail.webUrl)).count === 8;
    });
    await run('npm run --silent local -- clock reset');

    expectWholeTour(await runTour());
  },
);

async function startTour() {
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

function expectWholeTour({ output }: ReturnType<typeof runInShell>): void {
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
