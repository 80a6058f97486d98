import { dueAfter } from '#lib/campaigns/state/delays.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import { zoneFor } from '#lib/campaigns/state/zones.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { nextStep, type SequenceProgress } from '#lib/executions/next-step.ts';
import type { NextEmail } from '#lib/executions/send-transitions.ts';

/**
 * The step after the last sent or skipped step; undefined if no step follows. If the schedule uses contacts' time zones, `dueAt` is
 * already within a sending window, so the slot allocator does not check windows. Epoch milliseconds.
 */
export function followUp(
  { campaign, contact }: { readonly campaign: CampaignItem; readonly contact: Pick<Contact, 'timezone'> },
  { sentSteps, skippedSteps }: Pick<SequenceProgress, 'sentSteps' | 'skippedSteps'>,
  sentAt: number,
): NextEmail | undefined {
  const step = nextStep(campaign.steps, { sentSteps, skippedSteps });
  if (!step) return undefined;
  const { schedule } = campaign;
  const zone = zoneFor(campaign, contact);
  const dueAt = dueAfter(step, sentAt, schedule, zone);

  const opensAt = schedule.useContactTimezone ? nextOpening(schedule, dueAt, zone) : dueAt;

  // After the schedule's end no window opens. The send decision then drops the email.
  return { stepId: step.id, dueAt: opensAt ?? dueAt };
}
