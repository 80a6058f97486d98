import { EngineMissing } from './engines/dynamodb.ts';
import { PortTaken } from './engines/loopback.ts';

/** Why the stack cannot start, in one sentence for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** One line for what the person can change; the whole story of what is a fault of ours. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof PortTaken) return `${error.message} Choose another with PORT=<number>, or PORT=0.`;
  if (error instanceof StartError || error instanceof EngineMissing) return error.message;

  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
