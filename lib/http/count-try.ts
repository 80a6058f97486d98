import { RateLimited, takeFromWindow, type WindowRequest } from '#lib/http/rate-window.ts';
import type { Table } from '#lib/storage/table.ts';

/**
 * Counts a try before anything is done about it: of any number of them at once, only so many are heard. Its item ends by
 * itself, some time after its window.
 * @throws RateLimited
 */
export async function countTry(
  table: Table,
  request: Required<Pick<WindowRequest, 'key' | 'limit' | 'windowMs' | 'now'>>,
  message: string,
): Promise<void> {
  const { now, windowMs } = request;
  const set = { expiresAtEpochSeconds: Math.ceil((now + 2 * windowMs) / 1000) };
  const counted = await takeFromWindow(table, { ...request, set });
  if (counted.kind === 'full') throw new RateLimited(`${message}; try again later`, counted.window);
}
