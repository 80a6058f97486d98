import { planSuppression } from '#lib/blocklist/suppress.ts';
import { type Outcome, planBounced, type TransmittedEmail } from '#lib/emails/outcome.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { oncePerEmail } from '#lib/executions/once-per-email.ts';
import type { Refusal } from '#lib/mail/refusal.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

export interface RejectedSend {
  readonly execution: Execution;
  readonly token: string;
  /** The recipient's address. */
  readonly address: string;
  readonly transmitted: TransmittedEmail;
}

/**
 * The server rejected the address permanently. One transaction ends this execution and the contact's other executions, and
 * suppresses the address for its current and later contacts.
 */
export async function planHardBounce(
  services: Services,
  { execution, token, address, transmitted }: RejectedSend,
  refusal: Refusal,
): Promise<Outcome> {
  const bounced = planBounced(execution, token, transmitted, refusal, services.now());
  const ending = await oncePerEmail(services, execution.workspaceId, bounced);

  return withSuppression(services, execution, address, ending);
}

/** Adds the suppression of the address to an outcome that ends the execution. */
export async function withSuppression(
  services: Services,
  { id: executionId, workspaceId, campaignId }: Execution,
  address: string,
  ending: Outcome,
): Promise<Outcome> {
  const { change } = await planSuppression(services, workspaceId, {
    address: normaliseEmail(address),
    status: 'bounced',
    reason: 'hard_bounce',
    campaignId,
    executionId,
    // `ending` ends this execution, so the suppression must not end it again.
    settledExecutionId: executionId,
  });

  return {
    writes: [...ending.writes, ...change.writes],
    events: [...(ending.events ?? []), ...(change.events ?? [])],
    increments: [...(ending.increments ?? []), ...(change.increments ?? [])],
  };
}
