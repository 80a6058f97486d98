import { UserError } from '../command-line/user-error.ts';
import { PortTaken } from './engines/loopback.ts';

/** One line for problems that the user can fix; the stack trace for bugs. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof PortTaken) return `${error.message} Choose another with PORT=<number>, or PORT=0.`;
  if (error instanceof UserError) return error.message;

  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
