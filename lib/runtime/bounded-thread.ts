import { Worker } from 'node:worker_threads';
import { ServiceBusy } from '#lib/runtime/service-fault.ts';
import type { ThreadAnswer, ThreadCall, ThreadFunctions } from '#lib/runtime/thread-functions.ts';

/** A call exceeded its time limit or the memory limit of its thread. */
export class ThreadStopped extends Error {
  override readonly name = 'ThreadStopped';
}

/** Calls a function of the thread. @throws ThreadStopped */
export type CallThread<Functions extends ThreadFunctions> = <Name extends keyof Functions & string>(
  name: Name,
  input: Uint8Array,
  limitMs: number,
) => Promise<Awaited<ReturnType<Functions[Name]>>>;

/** Maximum time to start a thread and to load its module, in milliseconds. It does not count against a call. */
const startMsMax = 10_000;

/**
 * Runs functions on untrusted input in one thread, one call at a time. The first call starts the thread. A call that exceeds
 * a limit ends the thread but not the process, and the next call starts another thread.
 * @param module calls `serveThread`
 * @param heapMb buffers are outside the heap; their size depends on the input
 */
export function createBoundedThread<Functions extends ThreadFunctions>(
  module: URL,
  heapMb: number,
): CallThread<Functions> {
  let thread: Worker | undefined;
  let previousCall: Promise<unknown> = Promise.resolve();

  const runCall = async (name: string, input: Uint8Array, limitMs: number): Promise<unknown> => {
    thread ??= await startThread(module, heapMb);
    // A copy, because a view of a larger buffer would transmit the whole buffer.
    thread.postMessage({ name, input: Uint8Array.from(input) } satisfies ThreadCall);
    const answer = await nextMessage<ThreadAnswer>(thread, limitMs).catch((error: unknown) => {
      thread = undefined;
      throw error;
    });
    if ('error' in answer) throw answer.error;

    return answer.value;
  };

  return (name, input, limitMs) => {
    const result = previousCall.then(() => runCall(name, input, limitMs));
    previousCall = result.catch(() => undefined);

    return result as Promise<never>;
  };
}

async function startThread(module: URL, heapMb: number): Promise<Worker> {
  const worker = new Worker(module, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: heapMb / 4 },
    // Untrusted input must not reach the function's credentials.
    env: {},
  });
  // A thread that fails between two calls does not answer the next call, which then exceeds its time limit.
  worker.on('error', () => undefined);
  await nextMessage(worker, startMsMax).catch((cause: unknown) => {
    throw new ServiceBusy('a thread did not start', { cause });
  });
  // An idle thread does not keep the process alive.
  worker.unref();

  return worker;
}

/** Ends the thread if it sends no message within the time limit. @throws ThreadStopped */
function nextMessage<Message>(worker: Worker, limitMs: number): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const stop = (cause?: unknown) => {
    void worker.terminate();
    reject(new ThreadStopped('a call exceeded the limits of its thread', { cause }));
  };
  let stopCheck: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // The answer counts if it has arrived while the calling thread was busy.
    stopCheck = setImmediate(stop);
  }, limitMs);
  worker.once('message', resolve).once('error', stop).once('exit', stop);

  return promise.finally(() => {
    clearTimeout(timer);
    clearImmediate(stopCheck);
    worker.off('message', resolve).off('error', stop).off('exit', stop);
  });
}
