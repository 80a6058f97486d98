import {
  acquireWindowSlot,
  RateLimited,
  type WindowRequest,
  type WindowSlot,
} from '#lib/http/rate-window.ts';
import type { Table } from '#lib/storage/table.ts';

/**
 * Counts an attempt before it is processed, so that concurrent attempts cannot exceed the limit. The item expires some time
 * after its window.
 * @throws RateLimited
 */
export async function countLimitedAttempt(
  table: Table,
  request: Required<Pick<WindowRequest, 'key' | 'limit' | 'windowMs' | 'now'>>,
  message: string,
): Promise<WindowSlot> {
  const { key, now, windowMs } = request;
  const set = { expiresAtEpochSeconds: Math.ceil((now + 2 * windowMs) / 1000) };
  const result = await acquireWindowSlot(table, { ...request, set });
  if (result.kind === 'refused') throw new Error('a window without a guard rejected a request');
  if (result.kind === 'full') throw new RateLimited(`${message}; try again later`, result.window);

  return { key, windowStart: result.window.resetAt - windowMs };
}
