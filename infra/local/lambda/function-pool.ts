import { setTimeout as pause } from 'node:timers/promises';
import { type FunctionThread, startFunctionThread, type ThreadOptions } from './function-thread.ts';
import type { InvocationResult } from './protocol.ts';

/**
 * Maximum threads of a function without a concurrency in the template. More threads would not be faster on one machine. Further
 * events wait for a free thread.
 */
export const threadsPerFunctionMax = 8;
/** Time without an invocation after which the threads of a function end to free their memory, about 25 MB each. */
const warmMsDefault = 60_000;
/** Maximum threads of a function with a concurrency in the template. A high one shows that it mostly waits for I/O. */
const threadsWithConcurrencyMax = 40;

/** Maximum number of threads of a function. @param concurrency the maximum concurrency in its template */
export function threadsFor(concurrency: number | undefined): number {
  return Math.min(concurrency ?? threadsPerFunctionMax, threadsWithConcurrencyMax);
}

/** A function with its execution environments. Each runs in a thread that starts when it is first needed. */
export interface FunctionPool {
  /** Never rejects: a function that throws, crashes or times out is an `error` result. */
  invoke(event: unknown): Promise<InvocationResult>;
  /** Number of processors that the running invocations use. Invocations that wait for I/O use none. */
  load(): number;
  /** Waits for running invocations, at most `graceMs`, then ends every thread. Later events are refused. */
  stop(graceMs: number): Promise<void>;
}

interface PoolOptions extends ThreadOptions {
  readonly threadsMax: number;
  readonly warmMs?: number;
}

/** Starts a thread for an event if no thread is idle and the maximum is not reached. */
export function createFunctionPool(options: PoolOptions): FunctionPool {
  const idle: FunctionThread[] = [];
  const busy = new Set<FunctionThread>();
  const waiting: (() => void)[] = [];
  let isStopped = false;
  let expiryTimer: NodeJS.Timeout | undefined;

  const acquire = async (): Promise<FunctionThread | undefined> => {
    while (!isStopped && busy.size >= options.threadsMax)
      await new Promise<void>((resolve) => waiting.push(resolve));
    if (isStopped) return undefined;
    clearTimeout(expiryTimer);
    // Most recently used first, like Lambda.
    let thread = idle.pop();
    while (thread !== undefined && !thread.isAlive) thread = idle.pop();
    thread ??= startFunctionThread(options);
    busy.add(thread);

    return thread;
  };
  const release = (thread: FunctionThread): void => {
    busy.delete(thread);
    if (thread.isAlive) idle.push(thread);
    if (busy.size === 0) expiryTimer = setTimeout(endIdleThreads, options.warmMs ?? warmMsDefault).unref();
    waiting.shift()?.();
  };
  const endIdleThreads = (): void => {
    for (const thread of idle.splice(0)) void thread.kill();
  };

  return {
    invoke: async (event) => {
      const thread = await acquire();
      if (thread === undefined) return { kind: 'refused', reason: 'The local stack is stopping' };
      try {
        return await thread.invoke(event);
      } finally {
        release(thread);
      }
    },
    load: () => [...busy].reduce((sum, thread) => sum + thread.load(), 0),
    stop: async (graceMs) => {
      isStopped = true;
      for (const wake of waiting.splice(0)) wake();
      clearTimeout(expiryTimer);
      const deadline = performance.now() + graceMs;
      while (busy.size > 0 && performance.now() < deadline) await pause(20);
      await Promise.all([...idle, ...busy].map((thread) => thread.kill()));
    },
  };
}
