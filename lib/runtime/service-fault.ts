import { TableBusy } from '#lib/storage/table.ts';

/** A service processed a request only in part, or a thread did not start. A retry may succeed. */
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
 * Cancellation reasons that depend on the input, so a retry cannot succeed:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const inputReasons: readonly (string | undefined)[] = ['ValidationError', 'ItemCollectionSizeLimitExceeded'];

/**
 * Whether the error comes from a dependency (throttled, unreachable, forbidden). A retry may then succeed. All other errors
 * are caused by the input or a bug, and a retry fails again.
 */
export function isServiceFault(error: unknown): boolean {
  if (error instanceof TableBusy || error instanceof ServiceBusy) return true;
  const { name, $metadata, syscall, CancellationReasons = [] } = (error ?? {}) as Failure;
  // A system call failed: in the network or the container's file system.
  if (typeof syscall === 'string') return true;
  // The SDK adds its metadata to every error that it throws, including network errors.
  if ($metadata === undefined) return false;

  return (
    name !== 'ValidationException' && !CancellationReasons.some(({ Code }) => inputReasons.includes(Code))
  );
}
