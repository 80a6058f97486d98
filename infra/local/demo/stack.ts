import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ReadyReport } from '../ready-report.ts';

/** Something to undo when the demo ends, whichever way it ends. */
export type OnEnd = (undo: () => Promise<void>) => void;

export interface DemoStack extends ReadyReport {
  readonly stateFolder: string;
}

/** `npm start` with a state of its own that is gone afterwards. @throws with what the stack said when it does not start */
export async function startDemoStack(onEnd: OnEnd): Promise<DemoStack> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'outreach-demo-'));
  onEnd(() => rm(stateFolder, { recursive: true, force: true }));
  // A process group of its own: Ctrl-C reaches the demo alone, which then stops the stack in order.
  const child = spawn(process.execPath, ['infra/local/main.ts', '--json', '--state', stateFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, PORT: '0' },
  });
  const exited = once(child, 'exit');
  onEnd(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await exited;
  });
  // When the demo itself breaks, too: nothing else would end a group of its own.
  process.once('exit', () => child.kill('SIGTERM'));
  const complaint = text(child.stderr);
  const failed = exited.then(async () => {
    throw new Error(`The stack did not start: ${await complaint}`);
  });
  failed.catch(() => undefined);
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), failed]);

  return { ...JSON.parse(line), stateFolder };
}

/** The gap between two mails of an account in the demo: the smallest there is. */
export const gapSeconds = 10;

const commandsAtOnce = 3;

/**
 * Connects mailboxes as an operator does, each through `npm run admin -- connect-account`.
 * @param inboxes of how many of them, the first ones, the service also reads what comes in
 * @returns their ids
 */
export async function connectAccounts(stack: DemoStack, count: number, inboxes = 0): Promise<string[]> {
  const positions = Array.from({ length: count }, (_, position) => position).values();
  const ids: string[] = [];
  const lane = async () => {
    for (const position of positions) {
      ids.push(await connectAccount(stack, senderAddress(position), position < inboxes));
    }
  };
  await Promise.all(Array.from({ length: commandsAtOnce }, lane));

  return ids;
}

/** @param position from 0 */
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
  const [answer, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (child.exitCode !== 0) throw new Error(`connect-account: ${complaint}`);

  return JSON.parse(answer).id;
}
