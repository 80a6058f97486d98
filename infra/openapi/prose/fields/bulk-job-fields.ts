import { refusalReasons } from './campaign-fields.ts';

const filterTexts = {
  search:
    'Selects contacts with an address, first name, last name, full name or domain of the address that starts with this text. Case and accents are ignored.',
  email: 'Selects the contact with this address, ignoring case.',
  externalId: 'Selects the contact with this external id.',
  status: 'Selects contacts with this status.',
  tag: 'Selects contacts with this tag.',
  companyId: 'Selects contacts of this company.',
  campaignId: 'Selects contacts that are or were in this campaign.',
  executionStatus:
    'Selects contacts with this status of their sequence in the campaign. Requires `campaignId`.',
  importId:
    'Selects the contacts of the rows of this import, new and existing, about in the order of the file. Selects none when its report has expired.',
  importResult: 'Selects contacts that the import created, updated or skipped. Requires `importId`.',
  customFieldName: 'Selects contacts that have this custom field.',
  customFieldValue:
    'Selects contacts with this value of the field, ignoring case. Requires `customFieldName`.',
  lastContactedAfter: 'Selects contacts with an email of a campaign after this time.',
  lastContactedBefore: 'Selects contacts without an email of a campaign since this time.',
  createdAfter: 'Selects contacts created after this time.',
  createdBefore: 'Selects contacts created before this time.',
  updatedAfter: 'Selects contacts that changed after this time.',
};

const { search: _, email: __, externalId: ___, ...viewTexts } = filterTexts;

/** Bulk jobs and their items, and views of contacts, which have the same filters. */
export const bulkJobTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(filterTexts).map(([name, text]) => [`ContactFilter.${name}`, text])),
  ...Object.fromEntries(Object.entries(viewTexts).map(([name, text]) => [`ContactViewFilter.${name}`, text])),
  'ContactView.name': 'Name of the view. Names can repeat.',
  'ContactView.filter': 'The filters of the view. At least one.',
  'BulkFields.timezone': 'IANA time zone of the contact, such as `Europe/Oslo`.',
  'BulkFields.customFields':
    'Custom fields to set. Other custom fields of the contact stay. Names and values are as in a contact.',
  'BulkFields.companyId': 'The company of the contacts. `null` removes them from their companies.',
  'BulkFields.status':
    'Only `unsubscribed` can be set. To undo it, delete the blocklist entries of the addresses.',
  'NewBulkJob.contactIds':
    'Ids of the contacts to change. An id that does not exist is reported as `skipped`. Either `filter` or `contactIds` is required.',
  'BulkJob.action': 'What the job does with each contact. More values may be added.',
  'NewBulkJob.action': 'What the job does with each contact.',
  'NewBulkJob.filter':
    'Selects the contacts to change. A contact must match all filters. Either `filter` or `contactIds` is required.',
  'BulkJob.filter': 'The filter of the job. `null` if the request named the contacts.',
  'NewBulkJob.fields': 'Fields to set. Required with `update`.',
  'BulkJob.fields': 'Fields to set. `null` unless the action is `update`.',
  'NewBulkJob.tags': 'Tags to add or remove. Required with `add_tags` and `remove_tags`.',
  'BulkJob.tags': 'Tags to add or remove. `null` for other actions.',
  'NewBulkJob.campaignId': 'The campaign. Required with `enrol` and `remove_from_campaign`.',
  'BulkJob.campaignId': 'The campaign. `null` for actions without a campaign.',
  'BulkJob.status':
    '`queued`: the job waits for two earlier jobs or for a worker. `running`: it selects or changes contacts. `cancelling`: it was cancelled and reports its remaining contacts. `completed`: all contacts were processed; individual contacts can have failed. `failed`: see `statusReason`. `cancelled`: it ended before all contacts were changed. More values may be added.',
  'BulkJob.statusReason': 'The reason why the job failed. `null` if it has not failed.',
  'BulkJobFailure.code':
    '`too_many_contacts`: the filter selects too many contacts; the job changed no contact. `selection_failed`: the selection of the contacts failed three times; the job changed no contact. `job_unfinished`: the job failed three times; contacts without a result were not changed. More values may be added.',
  'BulkJobFailure.occurredAt': 'Time of the failure.',
  'BulkJob.contacts': 'Number of selected contacts. `null` until all are selected.',
  'BulkJob.processed':
    'Number of processed contacts: the sum of `changed`, `unchanged`, `skipped` and `failed`.',
  'BulkJob.changed': 'Contacts that were changed.',
  'BulkJob.unchanged': 'Contacts that were already as requested.',
  'BulkJob.skipped': 'Contacts that the action does not apply to; see the items.',
  'BulkJob.failed': 'Contacts that could not be changed; see the items.',
  'BulkJob.startedAt': 'Time when a worker started the job. `null` before.',
  'BulkJob.endedAt': 'Time when the job ended. `null` before.',
  'BulkJobItem.contactId': 'The contact. It may no longer exist.',
  'BulkJobItem.contact': 'The contact as it is now. `null` if it no longer exists.',
  'BulkJobItem.outcome':
    '`changed`: the contact was changed. `unchanged`: it was already as requested. `skipped`: the action does not apply to it. `failed`: it could not be changed.',
  'BulkJobItem.reason': `Why the contact was skipped or failed; \`null\` otherwise. \`not_found\`: the contact does not exist. \`changed_since_creation\`, \`contacted\`: with \`delete_untouched\`, the contact was changed, or received an email or replied. ${refusalReasons} \`campaign_deleted\`: the campaign was deleted. \`cancelled\`: the job was cancelled. \`invalid\`: the contact would violate a rule, see \`message\`. \`unprocessable\`: the contact cannot be processed. More values may be added.`,
  'BulkJobItem.message': 'Human-readable message; `null` if `reason` explains the outcome.',
  'bulk-jobs list-items query.outcome': 'Returns only items with this outcome.',
};
