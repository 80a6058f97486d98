import type { Contract } from '#lib/http/contract.ts';
import { countLimitedAttempt, releaseWindowSlot, type WindowSlot } from '#lib/http/rate-window.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Key, Table } from '#lib/storage/table.ts';

/**
 * Longer than `endpointTimeoutSeconds`, the 25 s that an endpoint may run. A function that is stopped never releases its slot;
 * the slot is free again when the window ends.
 *
 * A workspace can have at most twice the contract's limit in flight: requests of the previous window, and as many in this
 * one. `infra/reserved-concurrency.ts` reserves at least twice that number of instances.
 */
const windowMs = 30_000;

interface SlowRequest {
  /** Undefined for a public endpoint, which has no limit per workspace. */
  readonly workspaceId?: string;
  /** The gateway's time of the request, epoch milliseconds. */
  readonly receivedAt: number;
  readonly body?: unknown;
}

/**
 * Runs the slow part of a request if the workspace has fewer such requests in flight than the contract allows. Without this
 * limit, one workspace could occupy all instances with its API keys. Validation and replays under an Idempotency-Key do not
 * count.
 * @throws RateLimited
 */
export async function limitInFlight<Result>(
  { slow, method, path }: Pick<Contract, 'slow' | 'method' | 'path'>,
  { table }: Pick<Services, 'table'>,
  { workspaceId, receivedAt: now, body }: SlowRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const isSlow = slow && (slow.onlyWith === undefined || Reflect.get(Object(body), slow.onlyWith) === true);
  if (!isSlow) return work();
  if (workspaceId === undefined) throw new Error(`${path} needs a workspace for its limit`);
  const limit = slow.inFlightPerWorkspace;
  const slot = await countLimitedAttempt(
    table,
    { key: inFlightKey(workspaceId, `${method} ${path}`), limit, windowMs, now },
    `${limit} requests to ${method} ${path} are in flight in this workspace`,
  );
  try {
    return await work();
  } finally {
    await releaseSlot(table, slot);
  }
}

/** Never rejects: the work is complete, and the slot becomes free when its window ends. */
async function releaseSlot(table: Table, slot: WindowSlot): Promise<void> {
  try {
    await releaseWindowSlot(table, slot);
  } catch (error) {
    log('warn', 'a place in flight was not returned', {}, error);
  }
}

/** A separate partition from the workspace's items, because it is an expiring counter. */
function inFlightKey(workspaceId: string, route: string): Key {
  return { pk: `IN_FLIGHT#${workspaceId}`, sk: route };
}
