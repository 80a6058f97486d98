import type { CampaignStats } from '#lib/campaigns/definition/campaign.ts';
import type { Counters } from '#lib/campaigns/state/stored.ts';
import { shownCount } from '#lib/values/shown-count.ts';

/**
 * Each contact counts in exactly one of `pending`, `inProgress`, `paused` and `unknown`, or has ended. The counters are
 * eventually consistent: a contact may still count as pending just after its email was sent. `started` counts the contacts
 * with a sent email; counters with `Unsent` in their name count only contacts without a sent email.
 */
export function statsOf(counters: Counters): CampaignStats {
  const { contacts, started, endedUnsent, completed } = counters;
  const { paused, pausedUnsent, unknown, unknownUnsent } = counters;
  const pending = contacts - started - endedUnsent - pausedUnsent - unknownUnsent;

  return {
    contacts: shownCount(contacts),
    pending: shownCount(pending),
    inProgress: shownCount(openCount(counters) - pending - paused - unknown),
    paused: shownCount(paused),
    unknown: shownCount(unknown),
    completed: shownCount(completed),
    failed: shownCount(counters.failed),
    stopped: shownCount(counters.stopped),
    suppressed: shownCount(counters.blocklisted),
    endedByReply: shownCount(counters.replied),
    endedByBounce: shownCount(counters.bounced),
    endedByUnsubscribe: shownCount(counters.unsubscribed),
    sent: shownCount(counters.sent),
    openTracked: shownCount(counters.openTracked),
    clickTracked: shownCount(counters.clickTracked),
    opened: shownCount(counters.opened),
    clicked: shownCount(counters.clicked),
    replied: shownCount(counters.answered),
    bounced: shownCount(counters.bouncedEmails),
    unsubscribed: shownCount(counters.unsubscribes),
  };
}

/** Number of open executions. */
export function openCount(counters: Counters): number {
  const { contacts, completed, replied, bounced, unsubscribed, blocklisted, failed, stopped } = counters;

  return contacts - completed - replied - bounced - unsubscribed - blocklisted - failed - stopped;
}
