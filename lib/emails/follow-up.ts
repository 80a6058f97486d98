import { dueAfter } from '#lib/campaigns/definition/delays.ts';
import type { CampaignItem } from '#lib/campaigns/dispatch/running.ts';
import { nextOpening } from '#lib/campaigns/dispatch/windows.ts';
import { zoneFor } from '#lib/campaigns/dispatch/zone.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { nextStep } from '#lib/executions/next-step.ts';
import type { FollowUp } from '#lib/executions/transitions.ts';

/**
 * The mail after one that was just sent; undefined when there is none. Where the contacts' own clocks count it
 * is due no earlier than its own windows allow: whoever gives it a slot need not know them. Epoch milliseconds.
 */
export function followUp(
  { campaign, contact }: { readonly campaign: CampaignItem; readonly contact: Pick<Contact, 'timezone'> },
  sentSteps: readonly string[],
  sentAt: number,
): FollowUp | undefined {
  const step = nextStep(campaign.steps, { sentSteps });
  if (!step) return undefined;
  const { schedule } = campaign;
  const zone = zoneFor(campaign, contact);
  const dueAt = dueAfter(step, sentAt, schedule, zone);

  const opensAt = schedule.useContactTimezone ? nextOpening(schedule, dueAt, zone) : dueAt;

  return { stepId: step.id, dueAt: opensAt ?? dueAt };
}
