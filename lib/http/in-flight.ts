import type { Contract } from '#lib/http/contract.ts';
import { countTry } from '#lib/http/count-try.ts';
import { returnToWindow, type TakenPlace } from '#lib/http/rate-window.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Key, Table } from '#lib/storage/table.ts';

/**
 * Longer than an endpoint may run, which is 25 s (`infra/api-stack.ts`). A function that is stopped half-way never returns
 * its place, so the place is free again when its window ends.
 *
 * So of one workspace, at most twice the contract's limit are in flight at once: the requests of the window before that still
 * run, and as many in this window. `infra/reserved-concurrency.ts` reserves at least twice as many instances again.
 */
const windowMs = 30_000;

interface SlowRequest {
  /** Undefined for a public endpoint, which cannot be limited by workspace. */
  readonly workspaceId?: string;
  /** The gateway's time of the request, epoch milliseconds. */
  readonly receivedAt: number;
}

/**
 * Does the work of a request that holds its instance for long, if its workspace has fewer such requests in flight than the
 * contract allows: otherwise one workspace could occupy all instances of the account with all of its keys. Only the slow part
 * of a request counts: neither validation before it, nor a replay under an Idempotency-Key.
 * @throws RateLimited
 */
export async function limitInFlight<Result>(
  { slow, method, path }: Pick<Contract, 'slow' | 'method' | 'path'>,
  { table }: Pick<Services, 'table'>,
  { workspaceId, receivedAt: now }: SlowRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!slow) return work();
  if (workspaceId === undefined) throw new Error(`${path} has no workspace to limit by`);
  const limit = slow.inFlightPerWorkspace;
  const place = await countTry(
    table,
    { key: inFlightKey(workspaceId, `${method} ${path}`), limit, windowMs, now },
    `${limit} requests to ${method} ${path} are in flight in this workspace`,
  );
  try {
    return await work();
  } finally {
    await returnPlace(table, place);
  }
}

/** Never rejects: the work is done, and the place is free again when its window ends. */
async function returnPlace(table: Table, place: TakenPlace): Promise<void> {
  try {
    await returnToWindow(table, place);
  } catch (error) {
    log('warn', 'a place in flight was not returned', {}, error);
  }
}

/** Apart from the workspace's own items: it is a counter, and expires. */
function inFlightKey(workspaceId: string, route: string): Key {
  return { pk: `IN_FLIGHT#${workspaceId}`, sk: route };
}
