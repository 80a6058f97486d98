import type { ChildProcess } from 'node:child_process';

interface EngineProcessOptions {
  /** Waits until the engine responds. Rejects when `exitReason` returns a reason, or after a time limit. */
  readonly waitUntilReady: (exitReason: () => string | undefined) => Promise<void>;
  /** Describes why the program could not be started. */
  readonly describeError: (error: Error) => string;
  /** Describes an exit. @param result the signal or the status */
  readonly describeExit: (result: string) => string;
  /** Called when the engine exits unexpectedly. */
  readonly onExit: ((reason: string) => void) | undefined;
}

const stopMsMax = 3_000;

/**
 * Waits until an engine in a child process is ready. The child process ends with this process, and if the engine does not become
 * ready.
 * @returns a function that ends the process: with SIGTERM, or with SIGKILL after three seconds
 */
export async function superviseEngine(
  child: ChildProcess,
  { waitUntilReady, describeError, describeExit, onExit }: EngineProcessOptions,
): Promise<() => Promise<void>> {
  let isStopping = false;
  let reason: string | undefined;
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(describeError(error)));
    child.once('exit', (code, signal) => resolve(describeExit(String(signal ?? code))));
  }).then((exitReason) => {
    reason = exitReason;
    process.off('exit', killWithParent);
    if (!isStopping) onExit?.(exitReason);
  });
  const stop = async () => {
    isStopping = true;
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
    await exited;
    clearTimeout(killTimer);
  };

  try {
    await waitUntilReady(() => reason);
  } catch (error) {
    await stop();
    throw error;
  }

  return stop;
}
