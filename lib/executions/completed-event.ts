import type { NewEvent } from '#lib/commit/new-event.ts';
import type { Execution } from '#lib/executions/execution.ts';

/** The event of an execution that completes: each step was sent or skipped. */
export function contactCompletedEvent({ id, campaignId, contactId, skippedSteps = [] }: Execution): NewEvent {
  return {
    type: 'campaign.contact_completed',
    data: { executionId: id, campaignId, contactId, skippedStepIds: skippedSteps },
  };
}
