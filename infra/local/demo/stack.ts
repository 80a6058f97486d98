import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ReadyReport } from '../ready-report.ts';

/** Registers a function that runs when the demo ends, also after a failure. The last registered function runs first. */
export type OnEnd = (cleanUp: () => Promise<void>) => void;

export interface DemoStack extends ReadyReport {
  readonly stateFolder: string;
}

/** Starts the stack with a temporary state folder. @throws with the stack's output when it does not start */
export async function startDemoStack(onEnd: OnEnd): Promise<DemoStack> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'outreach-demo-'));
  onEnd(() => rm(stateFolder, { recursive: true, force: true }));
  // A separate process group: Ctrl-C reaches only the demo, which then stops the stack in order.
  const child = spawn(process.execPath, ['infra/local/main.ts', '--json', '--state', stateFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, PORT: '0' },
  });
  const exited = once(child, 'exit');
  onEnd(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await exited;
  });
  // Ends the separate process group even if the demo crashes.
  process.once('exit', () => child.kill('SIGTERM'));
  const errorText = text(child.stderr);
  const failed = exited.then(async () => {
    throw new Error(`The stack did not start: ${await errorText}`);
  });
  // The stack also exits at the end of the demo, when its exit is no failure.
  failed.catch(() => undefined);
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), failed]);

  return { ...JSON.parse(line), stateFolder };
}

/** Seconds between two emails of an account in the demo: the smallest allowed value. */
export const gapSeconds = 10;

const concurrentCommands = 3;

/**
 * Connects mailboxes as an operator does, each through `npm run admin -- connect-account`.
 * @param inboxCount the number of mailboxes, from the first, that the service also reads
 * @returns their ids
 */
export async function connectAccounts(stack: DemoStack, count: number, inboxCount = 0): Promise<string[]> {
  // One iterator for all commands that run at the same time: each takes the next position.
  const positions = Array.from({ length: count }, (_, position) => position).values();
  const ids: string[] = [];
  const runCommands = async () => {
    for (const position of positions) {
      ids.push(await connectAccount(stack, senderAddress(position), position < inboxCount));
    }
  };
  await Promise.all(Array.from({ length: concurrentCommands }, runCommands));

  return ids;
}

/** @param position zero-based */
export const senderAddress = (position: number) => `sender-${position + 1}@outreach.example.com`;

async function connectAccount(stack: DemoStack, email: string, isInboxRead: boolean): Promise<string> {
  const { workspaceId, mail, stateFolder } = stack;
  const options = {
    state: stateFolder,
    workspace: workspaceId,
    email,
    'from-name': 'Nora from Example Outreach',
    'smtp-host': mail.smtp.host,
    'smtp-port': mail.smtp.port,
    ...(isInboxRead && { 'imap-host': mail.imap.host, 'imap-port': mail.imap.port }),
    'daily-limit': 500,
    'min-gap': gapSeconds,
    'max-gap': gapSeconds + 5,
  };
  const child = spawn(
    process.execPath,
    [
      'infra/admin/main.ts',
      'connect-account',
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      '--no-ramp-up',
      '--password-stdin',
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } },
  );
  child.stdin.end('any password but «wrong»\n');
  const [answer, errorText] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (child.exitCode !== 0) throw new Error(`connect-account: ${errorText}`);

  return JSON.parse(answer).id;
}
