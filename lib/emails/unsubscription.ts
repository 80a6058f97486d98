import { planSuppression, type Suppression } from '#lib/blocklist/suppress.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { sentVariantOf } from '#lib/executions/email-state.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { oncePerEmail } from '#lib/executions/once-per-email.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { UnsubscribeMethod } from '#lib/values/event-kind.ts';

const methodTexts: Readonly<Record<UnsubscribeMethod, string>> = {
  link: 'by the link in an email',
  one_click: 'by one click in the mail client',
  reply: 'by a reply',
};

/** An unsubscribe of an address that received an email. */
interface Unsubscription extends Pick<Suppression, 'address' | 'settledExecutionId' | 'reply'> {
  readonly method: UnsubscribeMethod;
  readonly emailIds: {
    readonly executionId: string;
    readonly campaignId: string;
    readonly contactId: string;
    readonly stepId: string;
  };
  /** The contact's execution in the campaign; undefined if it was deleted. */
  readonly execution: Execution | undefined;
}

/**
 * Plans an unsubscribe by any method: after the commit no campaign can claim a message to the address.
 * @returns undefined if nothing changes, such as for an address that is already unsubscribed. `changedContactId`: the
 * contact that the change writes
 */
export async function planUnsubscription(
  services: Services,
  workspaceId: string,
  { method, emailIds, execution, ...suppressed }: Unsubscription,
): Promise<(Outcome & { readonly changedContactId: string | undefined }) | undefined> {
  const { change, changedContactId } = await planSuppression(services, workspaceId, {
    ...suppressed,
    status: 'unsubscribed',
    reason: 'unsubscribed',
    note: `Unsubscribed ${methodTexts[method]}, step ${emailIds.stepId}`,
    campaignId: emailIds.campaignId,
    executionId: emailIds.executionId,
  });
  const { result: _, ...outcome } = change;
  if (outcome.writes.length === 0) return undefined;
  const events: NewEvent[] = [];
  // The event names the sending account. An execution has none if its first email counts as unsent.
  if (execution?.emailAccountId !== undefined) {
    const { emailAccountId } = execution;
    const variant = sentVariantOf(execution, emailIds.stepId);
    events.push({ type: 'email.unsubscribed', data: { ...emailIds, emailAccountId, method }, variant });
  }

  const planned = await oncePerEmail(services, workspaceId, {
    ...outcome,
    events: [...events, ...(outcome.events ?? [])],
  });

  return { ...planned, changedContactId };
}
