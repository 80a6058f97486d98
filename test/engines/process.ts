import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

interface ProcessOptions {
  readonly folder?: string;
  /** In addition to the variables of this process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** @returns the last output. @throws with the last output if the command fails */
export async function run(
  command: string,
  parameters: readonly string[],
  options: ProcessOptions = {},
): Promise<string> {
  const child = start(command, parameters, options);
  const lastOutput = keepLastOutput(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} failed:\n${lastOutput()}`);

  return lastOutput();
}

function start(
  command: string,
  parameters: readonly string[],
  { folder, variables }: ProcessOptions,
): ChildProcess {
  return spawn(command, parameters, {
    ...(folder !== undefined && { cwd: folder }),
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function isInstalled(command: string): Promise<boolean> {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, command));
  const found = await Promise.allSettled(places.map((place) => access(place, constants.X_OK)));

  return found.some(({ status }) => status === 'fulfilled');
}

const startMsMax = 60_000;
const stopMsMax = 10_000;

/**
 * Starts a server and waits until it accepts HTTP requests.
 * @throws with its last output lines when it exits
 * before that.
 */
export async function startServer(
  command: string,
  parameters: readonly string[],
  options: ProcessOptions & { readonly endpoint: string },
): Promise<{ stop(): Promise<void> }> {
  const child = start(command, parameters, options);
  const lastOutput = keepLastOutput(child);
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const stop = async () => {
    process.off('exit', killWithParent);
    if (hasEnded(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
    await exited;
    clearTimeout(forced);
  };
  const deadline = performance.now() + startMsMax;

  while (!(await isResponding(options.endpoint))) {
    if (hasEnded(child) || performance.now() > deadline) {
      await stop();
      throw new Error(`${command} does not respond at ${options.endpoint}:\n${lastOutput()}`);
    }
    await pause(100);
  }

  return { stop };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

const isResponding = (endpoint: string) =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

/** Reads all output, so that the process never blocks on a full pipe. */
function keepLastOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8000);
    });
  }

  return () => output.trim();
}
