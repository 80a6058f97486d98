import type { CampaignStats } from '#lib/campaigns/definition/campaign.ts';
import type { Counters } from '#lib/campaigns/stored.ts';

/**
 * Invariant: pending + inProgress + paused + unknown + ended = contacts. The counters are eventually consistent: a contact
 * may still count as pending just after its email was sent.
 */
export function statsOf(counters: Counters): CampaignStats {
  const { contacts, started, endedUnsent, completed, sent, opened, clicked, bounced } = counters;
  const { paused, pausedUnsent, unknown, unknownUnsent } = counters;
  const pending = contacts - started - endedUnsent - pausedUnsent - unknownUnsent;

  return {
    contacts,
    pending,
    inProgress: openCount(counters) - pending - paused - unknown,
    paused,
    unknown,
    completed,
    failed: counters.failed,
    stopped: counters.stopped,
    suppressed: counters.blocklisted,
    sent,
    opened,
    clicked,
    replied: counters.answered,
    bounced,
    unsubscribed: counters.unsubscribed,
  };
}

/** Number of open executions. */
export function openCount(counters: Counters): number {
  const { contacts, completed, replied, bounced, unsubscribed, blocklisted, failed, stopped } = counters;

  return contacts - completed - replied - bounced - unsubscribed - blocklisted - failed - stopped;
}
