import * as z from 'zod/mini';
import type { InvocationResult } from '../lambda/protocol.ts';

const BatchResponse = z.nullish(
  z.object({
    batchItemFailures: z._default(z.nullable(z.array(z.object({ itemIdentifier: z.string() }))), []),
  }),
);

/**
 * Ids of the failed items of a batch. As on Lambda, an invalid report, or a report that names an unknown
 * item, fails the whole batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 */
export function failedItems(
  result: InvocationResult,
  items: readonly string[],
  reportsItemFailures: boolean,
): ReadonlySet<string> {
  if (result.kind !== 'answer') return new Set(items);
  if (!reportsItemFailures) return new Set();

  const parsed = BatchResponse.safeParse(result.payload);
  if (!parsed.success) return new Set(items);
  const failed = (parsed.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);

  return new Set(failed.every((item) => items.includes(item)) ? failed : items);
}
