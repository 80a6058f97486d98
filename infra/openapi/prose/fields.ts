import type { Schema } from '#lib/docs/openapi-document.ts';
import { accountTexts } from './fields/account-fields.ts';
import { bulkJobTexts } from './fields/bulk-job-fields.ts';
import { campaignTexts } from './fields/campaign-fields.ts';
import { campaignStatisticsTexts } from './fields/campaign-statistics-fields.ts';
import { contactTexts } from './fields/contact-fields.ts';
import { eventTexts } from './fields/event-fields.ts';
import { exportTexts } from './fields/export-fields.ts';
import { planTexts } from './fields/plan-fields.ts';
import { previewTexts } from './fields/preview-fields.ts';
import { queryTexts } from './fields/query-fields.ts';
import { recipientTexts } from './fields/recipient-fields.ts';
import { replyTexts } from './fields/reply-fields.ts';
import { userTexts } from './fields/user-fields.ts';
import { webhookTexts } from './fields/webhook-fields.ts';
import { winnerTexts } from './fields/winner-fields.ts';

/** Fields with the same meaning in every schema. */
const commonTexts: Readonly<Record<string, string>> = {
  id: 'Opaque id, assigned by the service. Ids of one resource type sort by creation time.',
  createdAt: 'Creation time. Read-only.',
  updatedAt: 'Time of the last change. Read-only.',
  data: 'The elements of the page.',
  nextCursor: 'Cursor of the next page; `null` on the last page.',
  hasMore: 'Whether there is a next page.',
  customFields:
    'Your own fields. A name consists of at most 50 letters, digits and underscores and starts with a letter. As in an import, a name of another form becomes one in camel case: `Deal size` becomes `dealSize`. A value is a string of up to 1,000 characters, a number between -9007199254740991 and 9007199254740991, a boolean or `null`. Merge field `{{custom.name}}`. A PATCH replaces all custom fields.',
  message: 'Human-readable message.',
  campaignId: 'The campaign.',
  contactId: 'The contact.',
  enrolment: 'Contacts of this request that were enrolled, and the reason for each that was not.',
  'EnrolledContact.enrolment':
    'The result of the enrolment. Only present if the request has `campaignIds`, `addCampaignIds` or `continueCampaigns`.',
  enrolled: 'Number of contacts that are enrolled or continue.',
  notEnrolled: 'Requested contacts that were not enrolled, each with a reason.',
  notEnrolledTruncated: 'Whether the list is truncated.',
  'health get.status': 'Always `ok`.',
};

/**
 * Descriptions of fields. They are not part of the schemas, because the bundles of the functions contain those. More specific
 * keys have priority, see `textKeysOf` in `../fields.ts`.
 */
export const fieldTexts: Readonly<Record<string, string>> = {
  ...commonTexts,
  ...campaignTexts,
  ...campaignStatisticsTexts,
  ...planTexts,
  ...winnerTexts,
  ...previewTexts,
  ...contactTexts,
  ...accountTexts,
  ...webhookTexts,
  ...eventTexts,
  ...planTexts,
  ...queryTexts,
  ...recipientTexts,
  ...userTexts,
  ...replyTexts,
  ...bulkJobTexts,
  ...exportTexts,
};

/** Keywords for rules that zod cannot express as JSON Schema, by the same keys. */
export const fieldKeywords: Readonly<Record<string, Schema>> = {
  EmailAddress: { format: 'idn-email' },
  'SendingWindow.from': { maxLength: 5 },
  'SendingWindow.to': { maxLength: 5 },
  'Webhook.url': { format: 'uri' },
};
