import { EngineMissing } from './engines/dynamodb.ts';
import { PortTaken } from './engines/loopback.ts';

/** A one-sentence reason why the stack cannot start, for the user. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** One line for problems that the user can fix; the stack trace for bugs. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof PortTaken) return `${error.message} Choose another with PORT=<number>, or PORT=0.`;
  if (error instanceof StartError || error instanceof EngineMissing) return error.message;

  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
