import { Worker } from 'node:worker_threads';
import type { Source } from '../../bundle/bundle-sources.ts';

export interface BundleRequest {
  readonly id: number;
  readonly source: Source;
  /** File that receives the bundled module. */
  readonly path: string;
}

export interface BundleResult {
  readonly id: number;
  /** Absent when the module was written. */
  readonly error?: string;
}

/** The thread ends after this idle time, to free its memory. */
const idleMs = 20_000;

/**
 * Bundles functions in a thread, because the bundler's plugins would block the gateway's event loop. All
 * functions share the thread: starting one takes longer than bundling a function.
 */
export function createBundler(): (source: Source, path: string) => Promise<void> {
  const pending = new Map<number, PromiseWithResolvers<void>>();
  let thread: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  const fail = (error: unknown) => {
    thread = undefined;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  const settle = ({ id, error }: BundleResult) => {
    const request = pending.get(id);
    pending.delete(id);
    if (error === undefined) request?.resolve();
    else request?.reject(new Error(error));
    if (pending.size === 0) idleTimer = setTimeout(end, idleMs).unref();
  };
  const end = () => {
    void thread?.terminate();
    thread = undefined;
  };
  const start = () => {
    const started = new Worker(new URL('./bundle-thread.ts', import.meta.url));
    started.on('message', settle).on('error', fail).unref();

    return started;
  };

  return (source, path) => {
    clearTimeout(idleTimer);
    thread ??= start();
    lastId += 1;
    const request = Promise.withResolvers<void>();
    pending.set(lastId, request);
    thread.postMessage({ id: lastId, source, path } satisfies BundleRequest);

    return request.promise;
  };
}
