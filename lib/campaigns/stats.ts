import type { CampaignStats } from '#lib/campaigns/definition/campaign.ts';
import type { Counters } from '#lib/campaigns/stored.ts';

/**
 * Each contact counts in exactly one of `pending`, `inProgress`, `paused` and `unknown`, or has ended. The counters are eventually
 * consistent: a contact may still count as pending just after its email was sent. Counters with `Unsent` in their name
 * have only contacts without a sent email.
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
    // Bounces and unsubscribes have fields of their own.
    suppressed: counters.blocklisted,
    sent,
    opened,
    clicked,
    // `counters.replied` has only replies that ended a sequence.
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
