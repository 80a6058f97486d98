import { log } from '#lib/runtime/log.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';

/**
 * Processes one contact of a job. A contact that cannot be processed is logged and skipped, so that it does not block the
 * others. Errors that a retry may resolve are thrown.
 * @returns undefined if the contact was skipped
 */
export async function skipUnprocessable<Result>(
  subject: { readonly workspaceId: string; readonly contactId: string },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isServiceFault(error) || error instanceof StaleDecision) throw error;
    log('error', 'contact of a job set aside', subject, error);

    return undefined;
  }
}
