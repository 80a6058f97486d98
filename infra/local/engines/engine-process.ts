import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoopbackServer } from './loopback.ts';

interface EngineProcessOptions {
  readonly endpoint: string;
  /** Whether a response at the endpoint is from the engine. */
  readonly isReady: (response: Response) => boolean;
  /** Runs when the engine responds. If it throws, the engine is stopped. */
  readonly onReady?: () => void;
  /** Time until the engine must respond. */
  readonly startMsMax: number;
  /** The message of the error when the engine does not respond in time. */
  readonly timeoutMessage: string;
  /** Describes why the program could not be started. */
  readonly describeError: (error: Error) => string;
  /** Describes an exit. @param result the signal or the status */
  readonly describeExit: (result: string) => string;
  /** Class of the error when the engine does not become ready. */
  readonly StartError: new (
    message: string,
  ) => Error;
  /** Called when the engine exits unexpectedly. */
  readonly onExit: ((reason: string) => void) | undefined;
}

const stopMsMax = 3_000;
const pollMs = 20;

/**
 * Waits until an engine in a child process is ready. The child process ends with this process, and if the engine does not become
 * ready. `stop` ends it with SIGTERM, or with SIGKILL after three seconds.
 */
export async function superviseEngine(
  child: ChildProcess,
  options: EngineProcessOptions,
): Promise<LoopbackServer> {
  const { endpoint, describeError, describeExit, onExit } = options;
  let isStopping = false;
  let exitReason: string | undefined;
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(describeError(error)));
    child.once('exit', (code, signal) => resolve(describeExit(String(signal ?? code))));
  }).then((reason) => {
    exitReason = reason;
    process.off('exit', killWithParent);
    if (!isStopping) onExit?.(reason);
  });
  const stop = async () => {
    isStopping = true;
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
    await exited;
    clearTimeout(killTimer);
  };

  try {
    await waitUntilReady(options, () => exitReason);
    options.onReady?.();
  } catch (error) {
    await stop();
    throw error;
  }

  return { endpoint, stop };
}

async function waitUntilReady(
  { endpoint, isReady, startMsMax, timeoutMessage, StartError }: EngineProcessOptions,
  readExitReason: () => string | undefined,
): Promise<void> {
  const deadline = performance.now() + startMsMax;
  while (performance.now() < deadline) {
    const exitReason = readExitReason();
    if (exitReason !== undefined) throw new StartError(exitReason);
    const response = await fetch(endpoint).catch(() => undefined);
    if (response && isReady(response)) return;
    await pause(pollMs);
  }
  throw new StartError(timeoutMessage);
}
