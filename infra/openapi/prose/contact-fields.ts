import { refusalReasons } from './campaign-fields.ts';

const webAddress = 'Without a scheme `https://` is put before it.';

/** People, the companies that they belong to, and what keeps them from being mailed. */
export const contactTexts: Readonly<Record<string, string>> = {
  'Contact.email':
    'One address, kept as written. At most one contact of the workspace has it, whatever its case: a second is 422 and names the first. It cannot be changed while the contact is in a campaign that has sent it a message or is sending one, also while it is paused there, because a follow-up goes to the address of the message before it: remove the contact from the campaign first. An unsubscribe link belongs to the address that its message was sent to: after a change, a link in an older message suppresses the former address, and the contact stays `active`.',
  firstName: 'Given name; `null` for none. In templates `{{firstName}}`.',
  lastName: 'Family name; `null` for none. In templates `{{lastName}}`.',
  jobTitle: 'What the person does; `null` for none. In templates `{{jobTitle}}`.',
  phone: 'As you write it; `null` for none.',
  linkedinUrl: `Address of the profile on LinkedIn; \`null\` for none. ${webAddress}`,
  website: `Address on the web; \`null\` for none. ${webAddress}`,
  city: 'Town; `null` for none.',
  country: 'ISO 3166-1 code of two letters, in upper case: `NO`; `null` for none.',
  'Contact.timezone':
    'IANA name of the zone in which the contact lives, such as `Europe/Oslo`; `null` when it is not known.',
  'Contact.tags': 'Labels of your own, to filter contacts by. Repeated ones are dropped.',
  'Contact.companyId':
    "The company that the contact belongs to; `null` for none. When a request that creates the contact says nothing of a company, it is the one whose `domain` is the address's, free-mail domains excepted.",
  'Contact.companyName':
    'Instead of `companyId`: links the contact to the company of this name, whatever its case, which is created when there is none.',
  'Contact.status':
    'Only `active` contacts get mail. `unsubscribed`: the contact said so. `bounced`: mail to it bounced for good. `blocklisted`: the address or its domain is blocked. A blocklist entry stands behind each of these: removing it makes the contact `active` again, unless another one covers it. Set by the service, except that a PATCH may set `unsubscribed`.',
  'ContactPatch.status': 'Only `unsubscribed` can be set. To undo it, remove the entry of the blocklist.',
  'Contact.source':
    'How the contact came in. `api`: by a request with an API key. `dashboard`: by one of a session. `import`: from a file. `reply` is reserved. Set by the service.',
  'Contact.lastContactedAt': 'When it last got a mail; `null` if never. Set by the service.',
  'Contact.lastRepliedAt': 'When it last replied; `null` if never. Set by the service.',
  'Contact.unsubscribedAt': 'When it unsubscribed; `null` unless it has. Set by the service.',
  'Contact.bouncedAt': 'When mail to it bounced for good; `null` unless it has. Set by the service.',
  campaignIds: 'Campaigns to enrol the contact in. Written only.',
  addCampaignIds: 'Campaigns to enrol the contact in, besides those that it is in. Written only.',
  continueCampaigns:
    'Campaigns whose sequence ended for the contact, each with the step at which it continues: any step that the contact has not got. See [Who is enrolled](#campaigns). Written only.',
  'continueCampaigns.campaignId': 'The campaign. It appears once.',
  'continueCampaigns.stepId': 'The step that is sent next, as soon as limits and windows allow.',
  removeCampaignIds: 'Campaigns whose sequence is stopped for the contact. Written only.',
  execution:
    'The contact in the campaign that the list is filtered by; only in lists filtered by one campaign.',

  'Company.name': 'Need not be unique. White space around it is dropped.',
  'Company.domain':
    'The domain of its addresses, in lower case, international ones in ASCII; `null` for none. At most one company of the workspace has it. New contacts with such an address are linked to the company.',
  'Company.industry': 'What it does; `null` when it is not known.',
  'Company.employeeCount': 'How many people work there; `null` when it is not known.',
  'Company.description': 'For your own notes; `null` for none.',
  'Company.tags': 'Labels of your own. Repeated ones are dropped.',
  'Company.contactCount': 'Contacts that belong to it. Set by the service, and a moment behind.',

  'BlocklistEntry.value':
    'An address, or a domain as `acme.com`, `@acme.com` or `*.acme.com`. It is kept in lower case, international domains in ASCII. A domain covers its sub-domains.',
  'BlocklistEntry.type': 'What the value is. Set by the service.',
  'BlocklistEntry.reason':
    'Requests may say `manual` or `import`. The service adds entries with `unsubscribed` (the contact unsubscribed), `hard_bounce` (its mail server said that the address does not work) and `complaint` (its mailbox provider sent a feedback report, RFC 5965, to the inbox of the sending account).',
  'BlocklistEntry.note': 'For your own notes; `null` for none.',
  'BlocklistEntry.campaignId':
    'The campaign whose mail led to the entry; `null` when somebody made it. Set by the service.',
  'BlocklistEntry.executionId':
    'The contact in that campaign; `null` when somebody made the entry. Set by the service.',
  'BlocklistEntry.contactCount':
    'Contacts that the entry has suppressed, those that were deleted since included. Set by the service.',

  'ImportBody.csv': 'The whole file, as text.',
  'ImportBody.options': 'What to do with it.',
  'ImportForm.file': 'The whole file, in any encoding that is read, or compressed with gzip.',
  'ImportForm.options': 'What to do with it, as JSON.',
  'ImportSettings.onDuplicate':
    'What to do with an address that a contact has already: leave that contact as it is, or give it what the row has in cells that are not empty. Default `skip`.',
  'ImportSettings.campaignId': 'Everybody of the file enters this campaign, new or not.',
  'ImportSettings.tags': 'Given to every contact of the file.',
  'ImportSettings.mapping':
    'What columns are, by their names: a field of a contact, `custom.<name>`, or `ignore`, for which `null` is another word.',
  'ImportReport.importId': 'Names this import.',
  'ImportReport.status':
    '`running` while a large file goes on in the background. `completed`: every row is done or has failed for a reason of its own. `failed`: it has ended, and a part of the file could not be finished, see `statusReason`.',
  'ImportReport.statusReason': 'Why a part of the file could not be finished; `null` when nothing is wrong.',
  'ImportFailure.code':
    'For programs. `part_unfinished`: a part of the file failed three times, for a fault of the service.',
  'ImportFailure.message': 'The same, for people.',
  'ImportFailure.occurredAt': 'When the part was given up.',
  'ImportReport.rowsInFile': 'Rows with any content below the header.',
  'ImportReport.total':
    'Rows that were seen to: always the sum of `created`, `updated`, `skipped`, `duplicatesInFile` and `failed`, and `rowsInFile` in the end.',
  'ImportReport.created': 'Rows that became a contact.',
  updated: 'Rows that changed a contact.',
  'ImportReport.skipped': 'Rows whose address belongs to a contact already, which stays as it is.',
  'ImportReport.duplicatesInFile': 'Rows whose address stands in a row above.',
  'ImportReport.failed': 'Rows that cannot be a contact; `errors` tells why.',
  'ImportReport.errors': 'The first 1,000 rows that failed.',
  'RowError.row': 'Counted from 1, below the header; empty rows are not counted.',
  'RowError.email':
    'Address of the row as it stands there, its first 254 characters; `null` when there is none.',
  'RowError.field': 'The field that is wrong; `null` for the row as a whole.',
  'RowError.reason': 'What is wrong, for people.',
  'ImportReport.notEnrolled.reason': `${refusalReasons} \`campaign_deleted\`: the campaign was deleted while the import went on.`,
  'ImportReport.errorsTruncated': 'Whether more rows failed than `errors` has.',
  'ImportReport.warnings':
    'What was guessed or ignored, for people: the encoding of the file, and columns that were left out.',
};
