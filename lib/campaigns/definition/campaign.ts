import * as z from 'zod/mini';
import { Enrolment } from '#lib/campaigns/enrolment/enrolment-report.ts';
import { scheduleDefault, scheduleFields } from '#lib/campaigns/state/schedule.ts';
import {
  audienceFields,
  CampaignStatus,
  campaignSettings,
  idList,
  PauseReason,
  threadReassignments,
  unsubscribeFields,
} from '#lib/campaigns/state/settings.ts';
import { EditedStep, NewStep, Step } from '#lib/campaigns/state/step.ts';
import { Winner } from '#lib/campaigns/state/winner.ts';
import { CampaignId, ContactId, clearable, Timestamp } from '#lib/values/schemas.ts';

const stepsMax = 20;
const settings = campaignSettings;

/** The steps of an edited campaign. */
export const campaignSteps = z.array(EditedStep).check(z.maxLength(stepsMax, { abort: true }));

const contactList = idList(ContactId, 1000);

export const NewCampaign = z.strictObject({
  name: settings.name,
  description: z._default(settings.description, null),
  schedule: z._default(settings.schedule, scheduleDefault),
  emailAccountIds: z._default(settings.emailAccountIds, []),
  dailyLimit: z._default(settings.dailyLimit, null),
  dailyNewContactLimit: z._default(settings.dailyNewContactLimit, null),
  prioritizeNewContacts: z._default(settings.prioritizeNewContacts, false),
  maxContactsPerCompanyPerDay: z._default(settings.maxContactsPerCompanyPerDay, null),
  stopOnReply: z._default(settings.stopOnReply, true),
  stopCompanyOnReply: z._default(settings.stopCompanyOnReply, false),
  stopOnClick: z._default(settings.stopOnClick, false),
  stopOnAutoReply: z._default(settings.stopOnAutoReply, false),
  autoReplyDelayDays: z._default(settings.autoReplyDelayDays, 3),
  honourOptOutReplies: z._default(settings.honourOptOutReplies, true),
  trackOpens: z._default(settings.trackOpens, true),
  trackClicks: z._default(settings.trackClicks, true),
  plainTextOnly: z._default(settings.plainTextOnly, false),
  unsubscribe: z._default(settings.unsubscribe, { header: true, link: true, text: null }),
  bouncePauseThreshold: z._default(settings.bouncePauseThreshold, 5),
  allowReentry: z._default(settings.allowReentry, false),
  allowParallel: z._default(settings.allowParallel, false),
  continuous: z._default(settings.continuous, false),
  audience: z._default(settings.audience, null),
  tags: z._default(settings.tags, []),
  steps: z._default(z.array(NewStep).check(z.maxLength(stepsMax, { abort: true })), []),
  contactIds: z._default(contactList, []),
});
export type NewCampaign = z.infer<typeof NewCampaign>;

/** Merged into the stored schedule. The merged schedule must be valid too. @public for the API document */
export const SchedulePatch = z.partial(
  z.strictObject({ ...scheduleFields, blackoutDates: clearable(scheduleFields.blackoutDates) }),
);

const AudiencePatch = z.partial(
  z.strictObject({
    ...audienceFields,
    tags: clearable(audienceFields.tags),
    companyIds: clearable(audienceFields.companyIds),
  }),
);

/** Settings of a PATCH request: objects may be partial, and `null` empties a list. */
const settingsPatch = {
  ...settings,
  schedule: SchedulePatch,
  emailAccountIds: clearable(settings.emailAccountIds),
  unsubscribe: z.partial(z.strictObject(unsubscribeFields)),
  audience: z.nullable(AudiencePatch),
  tags: clearable(settings.tags),
  threadReassignments: clearable(threadReassignments),
};

export const CampaignPatch = z.partial(
  z.strictObject({
    ...settingsPatch,
    steps: clearable(campaignSteps),
    addContactIds: contactList,
    removeContactIds: contactList,
  }),
);
export type CampaignPatch = z.infer<typeof CampaignPatch>;

/** From `contacts` to `endedByUnsubscribe`: contacts by their state. From `sent` on: what happened to the emails. */
const CampaignStats = z.strictObject({
  contacts: z.int(),
  /** Wait for the first email. */
  pending: z.int(),
  /** Got at least one email and wait for the next one. */
  inProgress: z.int(),
  /** Wait for a missing variable. */
  paused: z.int(),
  /** Wait for the outcome of an email. */
  unknown: z.int(),
  completed: z.int(),
  failed: z.int(),
  stopped: z.int(),
  /** Are on the blocklist. */
  suppressed: z.int(),
  endedByReply: z.int(),
  endedByBounce: z.int(),
  endedByUnsubscribe: z.int(),
  sent: z.int(),
  /** Sent emails with the image for opens; `clickTracked`: with tracked links. */
  openTracked: z.int(),
  clickTracked: z.int(),
  /** Emails that were opened at least once; `clicked`: that were clicked. */
  opened: z.int(),
  clicked: z.int(),
  /** Contacts that replied. */
  replied: z.int(),
  bounced: z.int(),
  unsubscribed: z.int(),
});
export type CampaignStats = z.infer<typeof CampaignStats>;

/** Whether the campaign sends, why not, and when it sends next. */
export const SendingStatus = z.strictObject({
  state: z.enum([
    'not_started',
    'sending',
    'outside_window',
    'campaign_limit_reached',
    'account_limits_reached',
    'waiting_for_delay',
    'no_contacts',
    'no_healthy_account',
    'idle',
  ]),
  reasons: z.array(z.string()),
  nextSendAt: z.nullable(Timestamp),
  estimatedCompletionAt: z.nullable(Timestamp),
});
export type SendingStatus = z.infer<typeof SendingStatus>;

/** Fields of a campaign in lists and in full. */
const summary = {
  id: CampaignId,
  ...settings,
  threadReassignments,
  status: CampaignStatus,
  pauseReason: z.nullable(PauseReason),
  stats: CampaignStats,
  startedAt: z.nullable(Timestamp),
  pausedAt: z.nullable(Timestamp),
  completedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const CampaignSummary = z.strictObject({ ...summary, stepCount: z.int() });
export type CampaignSummary = z.infer<typeof CampaignSummary>;

export const Campaign = z.strictObject({
  ...summary,
  steps: z.array(Step),
  winners: z.array(Winner),
  sendingStatus: SendingStatus,
});
export type Campaign = z.infer<typeof Campaign>;

/** A valid part of a step that probably does not do what its author expects. */
export const StepWarning = z.strictObject({
  code: z.enum(['unused_subject', 'invalid_links']),
  path: z.string(),
  message: z.string(),
});
export type StepWarning = z.infer<typeof StepWarning>;

/** Response of a start. */
export const StartedCampaign = z.extend(Campaign, { warnings: z.array(StepWarning) });
export type StartedCampaign = z.infer<typeof StartedCampaign>;

/** Response of a create or an edit, which may also enrol contacts. */
export const EnrolledCampaign = z.extend(Campaign, {
  enrolment: Enrolment,
  warnings: z.array(StepWarning),
});
export type EnrolledCampaign = z.infer<typeof EnrolledCampaign>;
