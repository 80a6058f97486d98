import * as z from 'zod/mini';
import { EnrolmentRefusal } from '#lib/campaigns/enrolment/enrolment-report.ts';
import { ContactName, profilePatch } from '#lib/contacts/contact.ts';
import { ContactFilter } from '#lib/contacts/list-filters.ts';
import { CustomFields, Tag } from '#lib/values/profile.ts';
import {
  BulkJobId,
  CampaignId,
  CompanyId,
  ContactId,
  distinct,
  pageQuery,
  Timestamp,
} from '#lib/values/schemas.ts';

/** Maximum ids of a request: their pages fit the transaction that creates the job. */
export const contactIdsMax = 1000;
/** Maximum contacts of a job. An import has the same maximum of rows. */
export const bulkContactsMax = 50_000;
/** Maximum unfinished jobs of a workspace. Two of them run, the others wait. */
export const unfinishedJobsMax = 20;
/** Maximum tags to add or remove, so that a chunk has several contacts. */
const jobTagsMax = 10;

export const BulkAction = z.enum([
  'update',
  'add_tags',
  'remove_tags',
  'delete',
  'delete_untouched',
  'enrol',
  'remove_from_campaign',
]);
export type BulkAction = z.infer<typeof BulkAction>;

export const isDeletion = (action: BulkAction): boolean =>
  action === 'delete' || action === 'delete_untouched';

/** The fields to set, as in a PATCH of a contact. Other custom fields of the contact stay. */
export const BulkFields = z
  .strictObject({
    ...profilePatch,
    customFields: z.optional(CustomFields),
    companyId: z.optional(z.nullable(CompanyId)),
    status: z.optional(z.literal('unsubscribed')),
  })
  .check(z.refine((fields) => Object.keys(fields).length > 0, 'must have at least one field'));
export type BulkFields = z.infer<typeof BulkFields>;

const definition = {
  action: BulkAction,
  filter: z.optional(ContactFilter),
  /** Only with `update`. */
  fields: z.optional(BulkFields),
  /** Only with `add_tags` and `remove_tags`. */
  tags: z.optional(
    z.array(Tag).check(z.minLength(1), z.maxLength(jobTagsMax, { abort: true }), ...distinct('tag')),
  ),
  /** Only with `enrol` and `remove_from_campaign`. */
  campaignId: z.optional(CampaignId),
};

/** The field that an action requires, in addition to the contacts. */
const requirementOf = {
  update: 'fields',
  add_tags: 'tags',
  remove_tags: 'tags',
  delete: undefined,
  delete_untouched: undefined,
  enrol: 'campaignId',
  remove_from_campaign: 'campaignId',
} as const satisfies Record<BulkAction, string | undefined>;

type Requirement = Exclude<(typeof requirementOf)[BulkAction], undefined>;

/** Requires a field with the actions that need it, and rejects it with all others. @param actions for the error message */
const requiredFor = (field: Requirement, actions: string) =>
  z.refine<{ readonly action: BulkAction } & Partial<Record<Requirement, unknown>>>(
    (input) => (input[field] !== undefined) === (requirementOf[input.action] === field),
    { path: [field], message: `is required with ${actions}, and not accepted with other actions` },
  );

/** The body of a request that creates a job. */
export const NewBulkJob = z
  .strictObject({
    ...definition,
    contactIds: z.optional(
      z
        .array(ContactId)
        .check(z.minLength(1), z.maxLength(contactIdsMax, { abort: true }), ...distinct('contact')),
    ),
  })
  .check(
    requiredFor('fields', 'update'),
    requiredFor('tags', 'add_tags and remove_tags'),
    requiredFor('campaignId', 'enrol and remove_from_campaign'),
    z.refine(
      ({ filter, contactIds }) => filter !== undefined || contactIds !== undefined,
      'filter or contactIds is required',
    ),
    z.refine(({ filter, contactIds }) => filter === undefined || contactIds === undefined, {
      path: ['contactIds'],
      message: 'is not accepted together with filter',
    }),
    z.refine(
      ({ action, filter }) => !isDeletion(action) || filter === undefined || Object.keys(filter).length > 0,
      { path: ['filter'], message: 'must have at least one field with an action that deletes' },
    ),
  );
export type NewBulkJob = z.infer<typeof NewBulkJob>;

export const BulkOutcome = z.enum(['changed', 'unchanged', 'skipped', 'failed']);
export type BulkOutcome = z.infer<typeof BulkOutcome>;

/** Why a contact was skipped or failed. */
const BulkReason = z.enum([
  ...EnrolmentRefusal.options,
  'not_found',
  'changed_since_creation',
  'contacted',
  'campaign_deleted',
  'cancelled',
  'invalid',
  'unprocessable',
]);

/** The result for one contact. */
export const BulkJobItem = z.strictObject({
  contactId: ContactId,
  outcome: BulkOutcome,
  reason: z.nullable(BulkReason),
  message: z.nullable(z.string()),
  contact: z.nullable(ContactName),
});
export type BulkJobItem = z.infer<typeof BulkJobItem>;
/** An item as stored: contacts can change and be erased, so they are read with the list. */
export type ContactResult = Omit<BulkJobItem, 'contact'>;

export const BulkJobFailure = z.strictObject({
  code: z.enum(['too_many_contacts', 'selection_failed', 'job_unfinished']),
  message: z.string(),
  occurredAt: Timestamp,
});
export type BulkJobFailure = z.infer<typeof BulkJobFailure>;

/** `processed` is the sum of changed, unchanged, skipped and failed. */
export const BulkJob = z.strictObject({
  id: BulkJobId,
  ...definition,
  filter: z.nullable(ContactFilter),
  fields: z.nullable(BulkFields),
  tags: z.nullable(z.array(z.string())),
  campaignId: z.nullable(CampaignId),
  status: z.enum(['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled']),
  statusReason: z.nullable(BulkJobFailure),
  /** Null until all contacts are selected. */
  contacts: z.nullable(z.int()),
  processed: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  createdAt: Timestamp,
  startedAt: z.nullable(Timestamp),
  endedAt: z.nullable(Timestamp),
});
export type BulkJob = z.infer<typeof BulkJob>;

export const BulkJobItemQuery = z.strictObject({ ...pageQuery, outcome: z.optional(BulkOutcome) });
