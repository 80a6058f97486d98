import { ConnectionFailure } from '#lib/network/connection-failure.ts';

/** `connected`, or the failure code; closes what was opened. */
export async function outcomeOf(connecting: Promise<{ destroy: () => unknown }>): Promise<string> {
  try {
    (await connecting).destroy();

    return 'connected';
  } catch (error) {
    return error instanceof ConnectionFailure ? error.code : String(error);
  }
}
