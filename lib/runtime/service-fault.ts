import { TableBusy } from '#lib/storage/table.ts';

/** A service answered, but did not do all of what it was asked for. */
export class ServiceBusy extends Error {
  override readonly name = 'ServiceBusy';
}

interface Failure {
  readonly name?: unknown;
  readonly $metadata?: unknown;
  readonly syscall?: unknown;
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

/**
 * Reasons of a cancelled transaction that are about what was written, not about when:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const inputReasons: readonly (string | undefined)[] = ['ValidationError', 'ItemCollectionSizeLimitExceeded'];

/**
 * Whether an error comes from a service that this one depends on (throttled, unreachable, forbidden), so that the same work
 * may succeed later. Every other error is about the input or a bug: the same work fails again.
 */
export function isServiceFault(error: unknown): boolean {
  if (error instanceof TableBusy || error instanceof ServiceBusy) return true;
  const { name, $metadata, syscall, CancellationReasons = [] } = (error ?? {}) as Failure;
  // A system call failed: the network, or the file system of the container.
  if (typeof syscall === 'string') return true;
  // The SDK adds its metadata to every error that it throws, those of the network included.
  if ($metadata === undefined) return false;

  return (
    name !== 'ValidationException' && !CancellationReasons.some(({ Code }) => inputReasons.includes(Code))
  );
}
