import { PortTaken } from './engines/loopback.ts';

/** An error that the user can correct. Its message is printed without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** One line for problems that the user can fix; the stack trace for bugs. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof PortTaken) return `${error.message} Choose another with PORT=<number>, or PORT=0.`;
  if (error instanceof UserError) return error.message;

  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
