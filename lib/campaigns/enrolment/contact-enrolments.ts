import { findRefusal } from '#lib/campaigns/enrolment/enrolment.ts';
import type { ContactEnrolment } from '#lib/campaigns/enrolment/enrolment-report.ts';
import { executionPut } from '#lib/campaigns/enrolment/enrolment-writes.ts';
import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { countersWrite } from '#lib/campaigns/state/counters.ts';
import { registerZoneWrites, zoneFor } from '#lib/campaigns/state/zones.ts';
import type { OutboxMessage } from '#lib/commit/change.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { executionChanged } from '#lib/executions/execution-change.ts';
import type { Put, Write } from '#lib/storage/table.ts';

export interface ContactEnrolmentPlan {
  readonly writes: readonly Write[];
  /** Dispatch messages for the active campaigns. */
  readonly messages: readonly OutboxMessage[];
  readonly enrolment: ContactEnrolment;
}

/**
 * Plans the enrolment of one contact in campaigns, in the given order. The order matters: after the first enrolment, a campaign
 * without `allowParallel` refuses the contact. The caller's transaction must check that the contact is unchanged and must hold
 * the enrolment lock.
 * @param executions all executions of the contact, open and ended
 * @param startedElsewhere ids of the started campaigns among the campaigns of `executions`
 */
export function planContactEnrolments(
  workspaceId: string,
  { id: contactId, status, timezone }: Pick<Contact, 'id' | 'status' | 'timezone'>,
  campaigns: readonly CampaignOutline[],
  executions: readonly Execution[],
  startedElsewhere: ReadonlySet<string>,
  now: number,
): ContactEnrolmentPlan {
  const accepted: {
    readonly campaign: CampaignOutline;
    readonly zone: string | undefined;
    readonly put: Put;
  }[] = [];
  // Like an existing execution, a new one excludes the contact from other campaigns only if its campaign is started.
  const started = new Set([
    ...startedElsewhere,
    ...campaigns.filter((campaign) => campaign.status !== 'draft').map(({ id }) => id),
  ]);
  const notEnrolled: ContactEnrolment['notEnrolled'] = [];
  for (const campaign of campaigns) {
    const { id: campaignId } = campaign;
    const newExecutions = accepted.map((each) => ({
      campaignId: each.campaign.id,
      status: 'pending' as const,
    }));
    const reason = findRefusal(campaign, status, [...executions, ...newExecutions], started);
    if (reason !== undefined) notEnrolled.push({ campaignId, contactId, reason });
    else {
      const previous = executions.find((execution) => execution.campaignId === campaignId);
      const zone = zoneFor(campaign, { timezone });
      const put = executionPut(workspaceId, campaign, { contactId, previous, zone }, now);
      accepted.push({ campaign, zone, put: { ...put, otherwise: executionChanged } });
    }
  }

  return {
    writes: accepted.flatMap(({ campaign, put, zone }) => [
      put,
      countersWrite(workspaceId, campaign.id, { contacts: 1 }),
      ...registerZoneWrites(workspaceId, campaign.id, [zone]),
    ]),
    messages: accepted
      .filter(({ campaign }) => campaign.status === 'active')
      .map(({ campaign }) => ({ queue: 'ticks', message: { campaignId: campaign.id } })),
    enrolment: { enrolled: accepted.length, notEnrolled },
  };
}
