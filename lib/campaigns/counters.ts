import { countersKey } from '#lib/campaigns/items.ts';
import type { Update } from '#lib/storage/table.ts';

/**
 * What is counted of a campaign: mails, what became of them, and in which status its executions ended. `started` are
 * executions that had a mail, `endedUnsent` those that ended without one, `answered` those that were replied to, whether
 * that ended them (`replied`) or not. `paused` and `unknown` are open executions: they wait for a value, or for the outcome of
 * their email. `pausedUnsent` and `unknownUnsent` are those of them that had no email.
 */
export type CampaignCounter =
  | 'sent'
  | 'opened'
  | 'clicked'
  | 'answered'
  | 'started'
  | 'endedUnsent'
  | 'paused'
  | 'pausedUnsent'
  | 'unknown'
  | 'unknownUnsent'
  | 'completed'
  | 'replied'
  | 'bounced'
  | 'unsubscribed'
  | 'blocklisted'
  | 'failed'
  | 'stopped';

/** Part of publishing, so that each event is counted once. */
export function countCampaign(
  workspaceId: string,
  campaignId: string,
  added: Readonly<Record<string, number>>,
): Update {
  // A campaign that was deleted counts no more; its counters must not come back.
  return { update: countersKey(workspaceId, campaignId), add: added, if: { pk: 'present' } };
}
