import { createdNow, type DomainExamples, exampleTime, timeAfter } from './base.ts';
import { ruleWinner, stepId, steps } from './campaign-steps.ts';
import { contacts, plan } from './sending-plan.ts';
import { countOf, firstVariantId } from './statistics.ts';

const sent = countOf('sent');
const replied = countOf('uniqueReplied');
const bounced = countOf('bounced');
const unsubscribed = countOf('unsubscribed');

/** The first email was sent to some contacts, and no follow-up is due yet. */
const stats = {
  contacts,
  pending: contacts - sent,
  inProgress: sent - replied - bounced - unsubscribed,
  paused: 0,
  unknown: 0,
  completed: 0,
  failed: 0,
  stopped: 0,
  suppressed: 0,
  endedByReply: replied,
  endedByBounce: bounced,
  endedByUnsubscribe: unsubscribed,
  sent,
  openTracked: sent,
  clickTracked: sent,
  opened: countOf('uniqueOpened'),
  clicked: countOf('uniqueClicked'),
  replied,
  bounced,
  unsubscribed,
};

const noStats = Object.fromEntries(Object.keys(stats).map((name) => [name, 0]));

const activeCampaign = {
  name: 'Spring launch',
  status: 'active',
  pauseReason: null,
  stats,
  createdAt: timeAfter({ days: -4 }),
  startedAt: timeAfter({ days: -2, minutes: -90 }),
  pausedAt: null,
  completedAt: null,
  updatedAt: timeAfter({ minutes: -5 }),
};

const campaignWithSteps = { ...activeCampaign, steps, winners: [ruleWinner] };

const notSending = { nextSendAt: null, estimatedCompletionAt: null };

/** A draft with the default settings and the steps of the request. */
const draft = {
  description: null,
  tags: [],
  dailyLimit: null,
  schedule: {
    timezone: 'UTC',
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
    startAt: null,
    endAt: null,
    useContactTimezone: false,
    blackoutDates: [],
  },
  steps: [
    {
      id: stepId,
      type: 'email',
      delay: { value: 0, unit: 'days' },
      businessDaysOnly: true,
      thread: 'new',
      winnerRule: null,
      variants: [
        {
          id: firstVariantId,
          subject: 'Hello {{firstName | default: "there"}}',
          bodyHtml: null,
          bodyText: 'Hi {{firstName | default: "there"}},\n\nshall we talk?',
          weight: 100,
          enabled: true,
        },
      ],
    },
  ],
  winners: [],
  status: 'draft',
  stats: noStats,
  startedAt: null,
  sendingStatus: { state: 'not_started', reasons: ['draft'], ...notSending },
  ...createdNow,
};

const started = {
  stats: { ...noStats, contacts, pending: contacts },
  winners: [],
  startedAt: exampleTime,
  updatedAt: exampleTime,
  sendingStatus: {
    state: 'sending',
    reasons: [],
    nextSendAt: plan.firstSendAt,
    estimatedCompletionAt: plan.estimatedCompletionAt,
  },
};

const paused = {
  status: 'paused',
  pauseReason: 'user',
  pausedAt: exampleTime,
  updatedAt: exampleTime,
  sendingStatus: { state: 'idle', reasons: ['paused_user'], ...notSending },
};

export const campaignExamples: DomainExamples = {
  components: {
    Campaign: campaignWithSteps,
    CampaignSummary: { ...activeCampaign, stepCount: steps.length },
    EnrolledCampaign: campaignWithSteps,
    StartedCampaign: { ...campaignWithSteps, warnings: [] },
    // The sample requests name no contacts.
    Enrolment: { enrolled: 0, notEnrolled: [] },
    SendingStatus: {
      state: 'sending',
      reasons: [],
      nextSendAt: timeAfter({ minutes: 4 }),
      estimatedCompletionAt: timeAfter({ days: 5, minutes: 330 }),
    },
    SendingPlan: { plan },
  },
  responses: {
    'campaigns.create 201': draft,
    'campaigns.update 200': { updatedAt: exampleTime },
    'campaigns.start 200': started,
    'campaigns.pause 200': paused,
    'campaigns.choose-winner 200': {
      winners: [{ ...ruleWinner, chosenBy: 'user', chosenAt: exampleTime, decision: null }],
      updatedAt: exampleTime,
    },
  },
};
