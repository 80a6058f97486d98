import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Write } from '#lib/storage/table.ts';
import { Problem } from '#lib/values/problem.ts';

/**
 * Plans the creation of a resource that was looked up by its unique values and not found. If another request has taken one of them
 * since, the decision is stale: the use case runs again and finds the other resource.
 */
export async function planCreationIfMissing<Result>(
  plan: () => Promise<Change<Result>>,
): Promise<Change<Result>> {
  try {
    const change = await plan();

    return { ...change, writes: change.writes.map(withStaleness) };
  } catch (error) {
    throw staleIfTaken(error);
  }
}

function withStaleness(write: Write): Write {
  const { otherwise } = write;

  return otherwise ? { ...write, otherwise: (found) => staleIfTaken(otherwise(found)) } : write;
}

function staleIfTaken<Failure>(error: Failure): Failure | StaleDecision {
  const isTaken = error instanceof Problem && error.details?.some(({ rule }) => rule === 'unique');

  return isTaken ? new StaleDecision('a unique value was taken concurrently') : error;
}
