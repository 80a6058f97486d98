import { contactEmail, type DomainExamples, exampleId, furtherId, timeAfter } from './base.ts';
import { followUpVariantId } from './statistics.ts';

/** Time of the last email to the contact. */
export const contactedAt = timeAfter({ days: -2, minutes: -70 });
const openedAt = timeAfter({ days: -2, minutes: 25 });

/** The contact opened the first email, and the follow-up is due three business days later. */
const execution = {
  status: 'in_progress',
  reason: null,
  detail: null,
  emailAccountId: exampleId('acc'),
  currentStepId: exampleId('stp'),
  nextStepId: furtherId('stp', 6),
  skippedStepIds: [],
  nextSendAt: timeAfter({ days: 3, minutes: -70 }),
  sentCount: 1,
  lastSentAt: contactedAt,
  openedAt,
  clickedAt: null,
  repliedAt: null,
  finishedAt: null,
};

const progress = { waitingFor: 'delay', lastEvent: { type: 'opened', occurredAt: openedAt } };

export const recipientExamples: DomainExamples = {
  components: {
    ExecutionView: execution,
    Recipient: {
      ...progress,
      email: contactEmail,
      contactStatus: 'active',
      nextVariantId: followUpVariantId,
    },
    ContactCampaign: { ...progress, campaignStatus: 'active', campaignName: 'Spring launch' },
    RecipientActionReport: {
      applied: 1,
      unchanged: 0,
      refused: 0,
      results: [{ contactId: exampleId('con'), outcome: 'applied', reason: null, message: null }],
    },
  },
};
