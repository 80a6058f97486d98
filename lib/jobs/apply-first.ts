import { JobChanged } from '#lib/jobs/commit-chunk.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import { TransactionRefused } from '#lib/storage/table.ts';

/**
 * Applies work to the first elements. If it fails because of an element, it is tried again with half of them until the failing
 * element is isolated. Only this element is skipped.
 * @param skip without it, the error of an isolated element is thrown
 */
export async function applyFirst<Element>(
  elements: readonly Element[],
  apply: (elements: readonly Element[]) => Promise<void>,
  skip?: (element: Element, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    await retryOnConflict(() => refusalAsConflict(() => apply(elements)));
  } catch (error) {
    // A retry may succeed: the elements did not cause these errors.
    if (isServiceFault(error) || error instanceof StaleDecision || error instanceof JobChanged) throw error;
    if (elements.length > 1)
      return applyFirst(elements.slice(0, Math.ceil(elements.length / 2)), apply, skip);
    const [element] = elements;
    if (element === undefined || !skip) throw error;
    await skip(element, error);
  }
}

async function refusalAsConflict(apply: () => Promise<void>): Promise<void> {
  try {
    await apply();
  } catch (error) {
    if (error instanceof TransactionRefused) throw new StaleDecision('an item was changed concurrently');
    throw error;
  }
}
