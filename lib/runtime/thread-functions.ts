import { parentPort } from 'node:worker_threads';

/** Functions that a bounded thread runs, each on an input of bytes. Their results are transmitted as structured clones. */
export type ThreadFunctions = Readonly<Record<string, (input: Buffer) => unknown>>;

export interface ThreadCall {
  readonly name: string;
  readonly input: Uint8Array<ArrayBuffer>;
}
export type ThreadAnswer = { readonly value: unknown } | { readonly error: unknown };

/** Runs in the thread and serves the calls of `createBoundedThread`. The message `ready` ends the wait for its start. */
export function serveThread(functions: ThreadFunctions): void {
  const run = async ({ name, input }: ThreadCall): Promise<ThreadAnswer> => {
    try {
      return { value: await functions[name]?.(Buffer.from(input.buffer)) };
    } catch (error) {
      return { error };
    }
  };
  parentPort?.on('message', async (call: ThreadCall) => parentPort?.postMessage(await run(call)));
  parentPort?.postMessage('ready');
}
