import { refusalReasons } from './campaign-fields.ts';

const webAddress = '`https://` is added if the scheme is missing.';

/** Contacts, companies, the blocklist and imports. */
export const contactTexts: Readonly<Record<string, string>> = {
  'Contact.email':
    'Email address, stored as written. It must be unique in the workspace, ignoring case: a duplicate returns 422 with `existingId`. It cannot change while the contact is in a campaign that has sent or is sending to it, because follow-ups go to the same address: remove the contact from the campaign first. After a change, the unsubscribe link in an older message suppresses the former address only.',
  firstName: 'Given name. `null` if it is not known. Merge field `{{firstName}}`.',
  lastName: 'Family name. `null` if it is not known. Merge field `{{lastName}}`.',
  jobTitle: 'Job title. `null` if it is not known. Merge field `{{jobTitle}}`.',
  phone: 'Phone number in any format. `null` if it is not known.',
  linkedinUrl: `URL of the LinkedIn profile. \`null\` if it is not known. ${webAddress}`,
  website: `URL of the website. \`null\` if it is not known. ${webAddress}`,
  city: 'City. `null` if it is not known.',
  country:
    'ISO 3166-1 alpha-2 code in upper case, such as `NO`. A request can also have the name of the country in English, German, French, Spanish, Dutch or Italian. `null` if the country is not known.',
  'Contact.timezone': 'IANA time zone of the contact, such as `Europe/Oslo`. `null` if it is not known.',
  'Contact.externalId':
    'Id of the contact in your own system, such as a CRM. `null` if it has none. It must be unique in the workspace, case-sensitive: a duplicate returns 422 with `existingId`.',
  'Contact.tags': 'Labels that you can filter contacts by. Duplicates are removed.',
  'Contact.companyId':
    'The company of the contact. `null` if the contact belongs to no company. If a request that creates a contact specifies no company, the company with the `domain` of the address is used, except for free-mail domains.',
  'Contact.company':
    'The company of the contact. Only present with `include=company`. `null` if the contact belongs to no company, or if the company no longer exists.',
  'Contact.companyName':
    'Alternative to `companyId`: links the contact to the company with this name, ignoring case. The company is created if it does not exist. In a PATCH, `null` without `companyId` removes the contact from its company.',
  'Contact.status':
    '`active`: can receive emails. `unsubscribed`: the contact unsubscribed. `bounced`: an email hard-bounced. `blocklisted`: the address or its domain is blocked. Each status except `active` results from a blocklist entry. Removing the entry makes the contact `active` again, unless another entry covers it. Read-only, except that a PATCH can set `unsubscribed`.',
  'ContactPatch.status':
    'Only `unsubscribed` can be set. To undo it, delete the blocklist entry of the address.',
  'Contact.source':
    'How the contact was created. `api`: with an API key. `dashboard`: in a session. `import`: from a file. `reply` is reserved. More values may be added. Read-only.',
  'Contact.lastContactedAt': 'Time of the last email to the contact. `null` if no email was sent. Read-only.',
  'Contact.lastRepliedAt': 'Time of the last reply. `null` if the contact has never replied. Read-only.',
  'Contact.unsubscribedAt': 'Time of the unsubscribe. `null` if the contact has not unsubscribed. Read-only.',
  'Contact.bouncedAt': 'Time of the hard bounce. `null` if no email has hard-bounced. Read-only.',
  'ContactCount.count': 'Number of contacts that match.',
  'ContactCount.active':
    'Number of these contacts that are `active`. An audience enrols them; the others are suppressed.',
  'ContactCount.isExact': 'Whether all matching contacts were counted. If false, more may match.',
  'ContactCount.limit': 'Number of contacts that one request reads at most.',
  campaignIds: 'Campaigns to enrol the contact in. Write-only.',
  addCampaignIds: 'Campaigns to enrol the contact in, in addition to its current ones. Write-only.',
  continueCampaigns:
    'Ended sequences of the contact to continue, each with the unsent step to continue at. See [Enrolment rules](#campaigns). Write-only.',
  'continueCampaigns.campaignId': 'The campaign. A campaign can be listed once.',
  'continueCampaigns.stepId': 'The step to send next, as soon as limits and windows allow.',
  removeCampaignIds: 'Campaigns that stop their sequence for the contact. Write-only.',

  'Company.name': 'Name; need not be unique. White space around it is removed.',
  'Company.domain':
    'Email domain in lower case, internationalized domains in ASCII. `null` if the company has no domain. Must be unique in the workspace. New contacts with an address in this domain are linked to the company.',
  'Company.externalId':
    'Id of the company in your own system, such as a CRM. `null` if it has none. It must be unique in the workspace, case-sensitive: a duplicate returns 422 with `existingId`.',
  'Company.industry': 'Industry. `null` if it is not known.',
  'Company.employeeCount': 'Number of employees. `null` if it is not known.',
  'Company.description': 'Internal notes. `null` if the company has no notes.',
  'Company.tags': 'Labels. Duplicates are removed.',
  'Company.contactCount': 'Number of contacts of the company. Read-only and eventually consistent.',

  'BlocklistEntry.value':
    'An address, or a domain as `acme.com`, `@acme.com` or `*.acme.com`. Stored in lower case, internationalized domains in ASCII, and domains without `@` or `*.` before them. A domain covers its subdomains.',
  'BlocklistEntry.type': 'Whether the value is an address or a domain. Read-only.',
  'BlocklistEntry.reason':
    'Requests can set `manual` or `import`. The service sets `unsubscribed` (the contact unsubscribed, by a link, by a reply or according to an imported file), `hard_bounce` (the mail server, or an imported file, reported that the address does not work) and `complaint` (the mailbox provider sent a feedback report, RFC 5965). More values may be added.',
  'BlocklistEntry.note': 'Internal notes. `null` if the entry has no notes.',
  'BlocklistEntry.campaignId':
    'The campaign of the email that led to the entry. `null` if a request created the entry. Read-only.',
  'BlocklistEntry.executionId':
    'The execution of that email: one contact in one campaign. `null` if a request created the entry. Read-only.',
  'BlocklistEntry.replyId':
    'The reply that asked for no further emails, see `GET /replies/{id}`. `null` for other entries. Read-only.',
  'BlocklistEntry.contactCount':
    'Number of contacts that the entry has suppressed, including deleted ones. Contacts of a domain are suppressed and counted after the response. Read-only.',

  'blocklist import.csv': 'The whole list as text, as CSV or with one value per line.',
  'blocklist import.file': 'The list in a supported encoding, optionally compressed with gzip.',
  'ImportBody.csv': 'The whole CSV file as text.',
  'ImportBody.options': 'Import options.',
  'ImportForm.file': 'The CSV file in a supported encoding, optionally compressed with gzip.',
  'ImportForm.options': 'Import options as JSON.',
  'ImportSettings.onDuplicate':
    'What to do if a contact with the address exists. `skip`: keep the contact unchanged. `update`: overwrite its fields with the cells that are not empty. Default `skip`.',
  'ImportSettings.campaignId': 'A campaign to enrol all contacts of the file in, new and existing.',
  'ImportSettings.tags': 'Tags to add to all contacts of the file.',
  'ImportSettings.mapping':
    'Maps column names to a field of a contact, to `custom.<name>`, or to `ignore` or `null` to ignore the column.',
  'Erasure.contactId': 'Id of the erased contact.',
  'Erasure.status': '`running`, then `completed`: no personal data of the contact is stored.',
  'Erasure.requestedAt': 'Time of the first request.',
  'Erasure.completedAt': 'When the last data was erased. `null` while it is `running`.',
  'ImportReport.importId': 'Id of the import.',
  'ImportReport.status':
    '`running`: a large file is being imported in the background. `completed`: all rows were processed; individual rows can have failed. `failed`: part of the file could not be processed, see `statusReason`.',
  'ImportReport.statusReason':
    'The reason why the import ended before its last row. `null` if it has not failed.',
  'ImportFailure.code':
    'Machine-readable code. `import_unfinished`: the import failed three times because of an internal error, and its remaining rows were not imported. More values may be added.',
  'ImportFailure.occurredAt': 'Time of the last failed try.',
  'ImportReport.rowsInFile': 'Number of non-empty rows below the header.',
  'ImportReport.total':
    'Number of processed rows: the sum of `created`, `updated`, `skipped`, `duplicatesInFile` and `failed`. Equals `rowsInFile` when the import has ended.',
  'ImportReport.created': 'Rows that created a contact.',
  updated: 'Rows that updated a contact.',
  'ImportReport.skipped':
    'Rows with the address of an existing contact. The contact was not changed, except that it may have been suppressed. With `onDuplicate=update`, a row that would change no field of the contact is skipped too.',
  'ImportReport.duplicatesInFile': 'Rows with an address that occurs in an earlier row.',
  'ImportReport.failed': 'Rows that could not be imported; see `errors`.',
  'ImportReport.errors': 'The first 1,000 rows that failed.',
  'RowError.row': 'Row number as in a spreadsheet: it starts at 1 and counts the header and empty rows.',
  'RowError.email':
    'Value of the address column, truncated to 254 characters. `null` if it is empty, and after an erasure in the workspace.',
  'RowError.field': 'The invalid field. `null` if the whole row is invalid.',
  'RowError.reason': 'Human-readable error message.',
  'ImportReport.notEnrolled.reason': `${refusalReasons} \`campaign_deleted\`: the campaign was deleted during the import.`,
  'ImportReport.errorsTruncated': 'Whether more rows failed than `errors` lists.',
  'ImportReport.warnings':
    'Human-readable warnings, such as a guessed encoding, ignored columns, and the number of cells of a column that were changed or that suppressed contacts.',
};
