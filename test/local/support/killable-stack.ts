import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const Report = z.object({
  baseUrl: z.string(),
  controlUrl: z.string(),
  tableName: z.string(),
  endpoints: z.object({
    dynamodb: z.string(),
    sqs: z.string(),
    scheduler: z.string(),
    kms: z.string(),
    s3: z.string(),
  }),
  environment: z.record(z.string(), z.string()),
});

export interface KillableStack {
  readonly report: z.infer<typeof Report>;
  readonly folder: string;
  /** Sends the signal and waits for the exit. @returns the exit status, or null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /**
   * Sends SIGINT to the process group, like Ctrl-C in a terminal: the engines get it, too.
   * @returns the exit
   * status.
   */
  interrupt(): Promise<number | null>;
  /** The complete standard output, after the process has ended. */
  output(): string;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

const script = fileURLToPath(new URL('./stack-process.ts', import.meta.url));

export async function startKillableStack(folder: string): Promise<KillableStack> {
  const child = spawnNode(script, ['--json', '--state', folder]);
  let output = '';
  const isReady = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('\n')) resolve();
    });
    child.once('exit', () => reject(new Error('The stack ended before it was ready')));
  });
  child.stderr?.pipe(process.stderr);
  await isReady;

  return {
    report: z.parse(Report, JSON.parse(output)),
    folder,
    output: () => output,
    end: (signal) => endWith(child, () => child.kill(signal)),
    interrupt: () => endWith(child, () => process.kill(-(child.pid ?? 0), 'SIGINT')),
  };
}

async function endWith(child: ChildProcess, signal: () => void): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    signal();
    await once(child, 'exit');
  }

  return child.exitCode;
}

/** Runs the stack's command until it exits. */
export function runStack(args: readonly string[], variables: Record<string, string> = {}): Promise<Ended> {
  return runNode(script, args, variables);
}

export async function runNode(
  file: string,
  args: readonly string[],
  variables: Record<string, string> = {},
  cwd?: string,
): Promise<Ended> {
  const child = spawnNode(file, args, variables, cwd);
  const [output, errors] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ]);

  return { status: child.exitCode, output, errors };
}

function spawnNode(
  file: string,
  args: readonly string[],
  variables: Record<string, string> = {},
  cwd?: string,
): ChildProcess {
  return spawn(process.execPath, [file, ...args], {
    cwd,
    env: { PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that a test can signal all of it without signalling itself.
    detached: true,
  });
}
