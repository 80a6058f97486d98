import { parentPort } from 'node:worker_threads';

/** Functions of bytes that a bounded thread runs. Their results are transmitted as structured clones. */
export type ThreadFunctions = Readonly<Record<string, (input: Buffer) => unknown>>;

export interface ThreadCall {
  readonly name: string;
  readonly input: Uint8Array<ArrayBuffer>;
}
export type ThreadAnswer = { readonly value: unknown } | { readonly error: unknown };

/** Serves the calls of `createBoundedThread`. */
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
