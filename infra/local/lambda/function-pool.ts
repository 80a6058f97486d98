import { type FunctionThread, startFunctionThread, type ThreadOptions } from './function-thread.ts';
import type { InvocationResult } from './protocol.ts';

/** More would not be faster on one machine; further events wait for a free thread. */
export const threadsPerFunctionMax = 8;

/** A function with its execution environments, each in a thread that starts when it is first needed. */
export interface FunctionPool {
  /** Never rejects: a function that throws, crashes or times out is an `error` result. */
  invoke(event: unknown): Promise<InvocationResult>;
  /** Waits for running invocations, at most `graceMs`, then ends every thread. Later events are refused. */
  stop(graceMs: number): Promise<void>;
}

export function createFunctionPool(options: ThreadOptions): FunctionPool {
  const idle: FunctionThread[] = [];
  const busy = new Set<FunctionThread>();
  const waiting: (() => void)[] = [];
  let isStopped = false;

  const acquire = async (): Promise<FunctionThread | undefined> => {
    while (busy.size >= threadsPerFunctionMax) await new Promise<void>((resolve) => waiting.push(resolve));
    if (isStopped) return undefined;
    // The most recently used one first, as Lambda does: the others may stay cold.
    let thread = idle.pop();
    while (thread !== undefined && !thread.isAlive) thread = idle.pop();
    thread ??= startFunctionThread(options);
    busy.add(thread);

    return thread;
  };
  const release = (thread: FunctionThread): void => {
    busy.delete(thread);
    if (thread.isAlive) idle.push(thread);
    waiting.shift()?.();
  };

  return {
    invoke: async (event) => {
      const thread = await acquire();
      if (thread === undefined) return refused();
      try {
        return await thread.invoke(event);
      } finally {
        release(thread);
      }
    },
    stop: async (graceMs) => {
      isStopped = true;
      const deadline = performance.now() + graceMs;
      while (busy.size > 0 && performance.now() < deadline) await pause(20);
      await Promise.all([...idle, ...busy].map((thread) => thread.kill()));
    },
  };
}

function refused(): InvocationResult {
  return {
    kind: 'error',
    error: { errorType: 'ServiceException', errorMessage: 'The local stack is stopping', trace: [] },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
