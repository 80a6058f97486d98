import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import type { HostilePorts } from './hostile-servers.ts';
import type { Arsenal } from './tenant-a.ts';

interface Storm {
  readonly pid: number;
  readonly ports: HostilePorts;
  /** Starts or continues the attack. */
  begin(arsenal: Arsenal): void;
  pause(): void;
  stop(): Promise<void>;
}

export async function startStorm(): Promise<Storm> {
  const child = fork(new URL('./storm-process.ts', import.meta.url));
  const [ports] = await once(child, 'message');

  return {
    pid: child.pid ?? 0,
    ports,
    begin: (arsenal) => void child.send(arsenal),
    pause: () => void child.send('pause'),
    stop: () => end(child),
  };
}

/**
 * Processes without a tenant that together use this number of processors.
 * @returns a function that ends them
 */
export function startBusyProcesses(processors: number): () => Promise<void> {
  const share = Math.min(1, Math.max(0, processors / cpus().length));
  const children = cpus().map(() => fork(new URL('./busy-process.ts', import.meta.url), [String(share)]));

  return async () => {
    await Promise.all(children.map(end));
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // It has no state, and may get too little processor time to end itself.
  child.kill('SIGKILL');
  await exited;
}
