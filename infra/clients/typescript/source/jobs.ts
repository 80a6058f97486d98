import { setTimeout as sleep } from 'node:timers/promises';
import { JobFailedError, WaitTimeoutError } from './errors.ts';

export interface WaitOptions {
  /** 1,800,000 by default: 30 minutes. */
  readonly timeoutMs?: number;
}

/** Reads a job until it is completed, after 1 s at first, and every 10 s in the end. */
export async function waitUntilCompleted<Job extends { readonly status: string }>(
  read: () => Promise<Job>,
  { timeoutMs = 1_800_000 }: WaitOptions = {},
): Promise<Job> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = 1000; ; pauseMs = Math.min(10_000, pauseMs * 1.5)) {
    const job = await read();
    if (job.status === 'completed') return job;
    if (['failed', 'cancelled'].includes(job.status)) throw new JobFailedError(job);
    if (Date.now() + pauseMs > deadline) throw new WaitTimeoutError(`The job is still ${job.status}.`);
    await sleep(pauseMs);
  }
}
