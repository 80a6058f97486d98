import { planSuppression } from '#lib/blocklist/suppress.ts';
import { type HandedMail, type Outcome, planBounced } from '#lib/emails/outcome.ts';
import type { Execution } from '#lib/executions/execution.ts';
import type { Refusal } from '#lib/mail/refusal.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

export interface Bounced {
  readonly execution: Execution;
  readonly token: string;
  /** That the mail was for. */
  readonly address: string;
  readonly mail: HandedMail;
}

/**
 * Nobody is at the address: what the mail belongs to ends, and with it, in the same transaction, everything else that the
 * contact is in; whoever has the address later gets no mail either.
 */
export async function planHardBounce(
  services: Services,
  { execution, token, address, mail }: Bounced,
  refusal: Refusal,
): Promise<Outcome> {
  const { id: executionId, workspaceId, campaignId } = execution;
  const bounced = planBounced(execution, token, mail, refusal, services.now());
  const { change } = await planSuppression(services, workspaceId, {
    address: normaliseEmail(address),
    status: 'bounced',
    reason: 'hard_bounce',
    campaignId,
    executionId,
    settledExecutionId: executionId,
  });
  const { writes, events = [], tallies = [] } = change;

  return {
    writes: [...bounced.writes, ...writes],
    events: [...(bounced.events ?? []), ...events],
    tallies: [...(bounced.tallies ?? []), ...tallies],
  };
}
