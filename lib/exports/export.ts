import * as z from 'zod/mini';
import { UserId } from '#lib/auth/user.ts';
import { WaitingFor } from '#lib/campaigns/recipients/recipient.ts';
import { ContactFilter } from '#lib/contacts/list-filters.ts';
import { ExecutionStatus } from '#lib/executions/execution.ts';
import { ReplyLabel } from '#lib/replies/reply.ts';
import { EventKind, eventKinds } from '#lib/values/event-kind.ts';
import { CustomFieldName, customFieldsMax } from '#lib/values/profile.ts';
import {
  CampaignId,
  ContactId,
  distinct,
  EmailAccountId,
  ExecutionId,
  ExportId,
  moment,
  StepId,
  Timestamp,
} from '#lib/values/schemas.ts';

/** Maximum unfinished exports of a workspace, so that it cannot use all workers. */
export const unfinishedExportsMax = 2;
/** S3 deletes a file after this number of days, on the following midnight in UTC. The API document states this period. */
export const fileDays = 7;
/** Time in which a worker reads a list. The timeout is 15 minutes, and the end of the upload needs time, too. */
export const readMinutesMax = 13;
/** How long a download URL is valid. */
export const urlSeconds = 600;

const Moment = moment();

export const ExportFormat = z.enum(['csv', 'ndjson']);
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ExportType = z.enum(['contacts', 'recipients', 'activity', 'replies']);
export type ExportType = z.infer<typeof ExportType>;

/** The filters of the list of recipients. */
export const RecipientFilter = z.strictObject({
  status: z.optional(ExecutionStatus),
  nextStepId: z.optional(StepId),
  waitingFor: z.optional(WaitingFor),
});

/** The filters of the activity list. */
export const ActivityFilter = z.strictObject({
  type: z.optional(
    z
      .array(EventKind)
      .check(z.minLength(1), z.maxLength(eventKinds.length, { abort: true }), ...distinct('type')),
  ),
  campaignId: z.optional(CampaignId),
  contactId: z.optional(ContactId),
  executionId: z.optional(ExecutionId),
  emailAccountId: z.optional(EmailAccountId),
  after: z.optional(Moment),
  before: z.optional(Moment),
  includeBots: z.optional(z.boolean()),
});

/** The filters of the list of replies. */
export const ReplyFilter = z.strictObject({
  campaignId: z.optional(CampaignId),
  contactId: z.optional(ContactId),
  emailAccountId: z.optional(EmailAccountId),
  label: z.optional(ReplyLabel),
  isRead: z.optional(z.boolean()),
  isAutomatic: z.optional(z.boolean()),
  isDone: z.optional(z.boolean()),
  isSnoozed: z.optional(z.boolean()),
  isAssigned: z.optional(z.boolean()),
  assigneeId: z.optional(UserId),
  after: z.optional(Moment),
  before: z.optional(Moment),
});

/** An export of contacts. `customFields` names the custom fields that get their own columns. @public for the API document */
export const ContactExport = z
  .strictObject({
    type: z.literal('contacts'),
    format: ExportFormat,
    filter: z.optional(ContactFilter),
    customFields: z.optional(
      z
        .array(CustomFieldName)
        .check(z.minLength(1), z.maxLength(customFieldsMax, { abort: true }), ...distinct('name')),
    ),
  })
  .check(
    z.refine(({ format, customFields }) => customFields === undefined || format === 'csv', {
      path: ['customFields'],
      message: 'is accepted only with the format csv: a line of NDJSON has all custom fields',
    }),
  );

/** An export of recipients of a campaign. @public for the API document */
export const RecipientExport = z.strictObject({
  type: z.literal('recipients'),
  format: ExportFormat,
  campaignId: CampaignId,
  filter: z.optional(RecipientFilter),
});

/** An export of the activity. @public for the API document */
export const ActivityExport = z.strictObject({
  type: z.literal('activity'),
  format: ExportFormat,
  filter: z.optional(ActivityFilter),
});

/** An export of replies. @public for the API document */
export const ReplyExport = z.strictObject({
  type: z.literal('replies'),
  format: ExportFormat,
  filter: z.optional(ReplyFilter),
});

/** The body of a request that creates an export. */
export const NewExport = z.discriminatedUnion('type', [
  ContactExport,
  RecipientExport,
  ActivityExport,
  ReplyExport,
]);
export type NewExport = z.infer<typeof NewExport>;

export const ExportFailure = z.strictObject({
  code: z.enum(['contact_erased', 'too_large', 'campaign_deleted', 'rows_unreadable', 'interrupted']),
  message: z.string(),
  occurredAt: Timestamp,
});
export type ExportFailure = z.infer<typeof ExportFailure>;

export const ExportSummary = z.strictObject({
  id: ExportId,
  type: ExportType,
  format: ExportFormat,
  /** Only of an export of recipients. */
  campaignId: z.nullable(CampaignId),
  filter: z.record(z.string(), z.unknown()),
  customFields: z.array(z.string()),
  status: z.enum(['queued', 'running', 'completed', 'failed']),
  statusReason: z.nullable(ExportFailure),
  /** Rows and bytes that are written so far. */
  rows: z.int(),
  bytes: z.int(),
  createdAt: Timestamp,
  endedAt: z.nullable(Timestamp),
  /** When the file is deleted. Null until it is complete. */
  expiresAt: z.nullable(Timestamp),
});
export type ExportSummary = z.infer<typeof ExportSummary>;

/** `downloadUrl` is null unless the file is complete and has not expired. */
export const Export = z.strictObject({ ...ExportSummary.shape, downloadUrl: z.nullable(z.string()) });
export type Export = z.infer<typeof Export>;
