import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReadyReport } from '../../infra/local/ready-report.ts';

export interface RunningStack {
  readonly report: ReadyReport;
  readonly process: ChildProcess;
  /** Ends it like Ctrl-C. */
  stop(): Promise<void>;
  /** Kills it and its engines, like a power failure. */
  kill(): Promise<void>;
}

declare module 'vitest' {
  interface ProvidedContext {
    stack: ReadyReport;
    stateFolder: string;
  }
}

/** Runs `npm start -- --json`. Resolves when the stack is ready. */
export async function startStack({
  stateFolder,
  port = 0,
  assembly,
  options = [],
  faults,
}: {
  readonly stateFolder: string;
  readonly port?: number;
  /** An existing assembly: saves seconds. */
  readonly assembly?: string;
  readonly options?: readonly string[];
  /** As in `LOCAL_FAULTS`. */
  readonly faults?: string | undefined;
}): Promise<RunningStack> {
  const all = [
    '--json',
    '--state',
    stateFolder,
    ...(assembly === undefined ? [] : ['--assembly', assembly]),
    ...options,
  ];
  const child = spawn(process.execPath, ['infra/local/main.ts', ...all], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), ...(faults !== undefined && { LOCAL_FAULTS: faults }) },
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line');
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the stack did not start: ${complaint}`);
  });
  ended.catch(() => undefined);
  const [line] = await Promise.race([ready, ended]);

  return {
    report: JSON.parse(line),
    process: child,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      process.kill(Number(readFileSync(join(stateFolder, 'dynamodb.pid'), 'utf8')), 'SIGKILL');
      await end(child, 'SIGKILL');
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
