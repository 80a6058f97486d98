import { enrolInContinuousCampaigns } from '#lib/campaigns/enrolment/continuous-enrolment.ts';
import { resumeCompanies, resumeContacts } from '#lib/campaigns/enrolment/resume.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { eventsOf, type Reaction, subjectsOf } from '#lib/commit/reaction.ts';

/**
 * Dispatches campaigns. The dispatcher plans emails of a started campaign, deletes the schedule of a paused campaign, may pause
 * a campaign with bounces and may complete a campaign with endings.
 */
const dispatchChanged: Reaction = async (_services, _workspaceId, records) => {
  const campaignIds = eventsOf(records, 'campaign.started', 'campaign.paused', 'email.bounced').flatMap(
    ({ campaignId }) => campaignId ?? [],
  );
  const withEndings = records.flatMap(campaignsWithEndings);

  return [
    ...campaignIds.map((campaignId) => ({ queue: 'ticks' as const, message: { campaignId } })),
    ...withEndings.map((campaignId) => ({
      queue: 'ticks' as const,
      message: { campaignId, hasEnded: true as const },
    })),
  ];
};

const endCounters: readonly string[] = [
  'replied',
  'bounced',
  'unsubscribed',
  'blocklisted',
  'failed',
  'stopped',
];

/**
 * Ids of campaigns with sequences that ended, because this may complete the campaign. A sequence that ends with its last email
 * (`completed`) is omitted: the next dispatch is already planned. A sequence that completes by a skipped last step or by late
 * evidence is included. Its record has a queue message for the campaign.
 */
function campaignsWithEndings({ increments, messages = [] }: OutboxItem): string[] {
  const hasMessage = (id: string) => messages.some(({ message }) => message['campaignId'] === id);

  return increments
    .filter(({ subjectId }) => subjectId.startsWith('cmp_'))
    .filter(
      ({ subjectId, counter }) =>
        endCounters.includes(counter) || (counter === 'completed' && hasMessage(subjectId)),
    )
    .map(({ subjectId }) => subjectId);
}

/** Enrols new and changed contacts that match the audience of a running campaign. */
const enrolChanged: Reaction = (services, workspaceId, records) =>
  enrolInContinuousCampaigns(
    services,
    workspaceId,
    subjectsOf(records, 'contact.created', 'contact.updated'),
  );

/** Resumes executions that waited for a field of a changed contact or company. */
const resumeChanged: Reaction = async (services, workspaceId, records) => {
  const companyIds = new Set(records.flatMap(({ changedCompanyIds = [] }) => changedCompanyIds));
  const messages = await Promise.all([
    resumeContacts(services, workspaceId, subjectsOf(records, 'contact.updated')),
    resumeCompanies(services, workspaceId, [...companyIds]),
  ]);

  return messages.flat();
};

export const campaignReactions: readonly Reaction[] = [dispatchChanged, enrolChanged, resumeChanged];
