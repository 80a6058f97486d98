import { RateLimited, type TakenPlace, takeFromWindow, type WindowRequest } from '#lib/http/rate-window.ts';
import type { Table } from '#lib/storage/table.ts';

/**
 * Counts an attempt before it is processed, so that concurrent attempts cannot exceed the limit. The item expires some time
 * after its window.
 * @throws RateLimited
 */
export async function countTry(
  table: Table,
  request: Required<Pick<WindowRequest, 'key' | 'limit' | 'windowMs' | 'now'>>,
  message: string,
): Promise<TakenPlace> {
  const { key, now, windowMs } = request;
  const set = { expiresAtEpochSeconds: Math.ceil((now + 2 * windowMs) / 1000) };
  const counted = await takeFromWindow(table, { ...request, set });
  if (counted.kind === 'refused') throw new Error('a window without a guard rejected a request');
  if (counted.kind === 'full') throw new RateLimited(`${message}; try again later`, counted.window);

  return { key, windowStart: counted.window.resetAt - windowMs };
}
