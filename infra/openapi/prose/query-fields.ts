const prefix = 'Case and accents do not matter.';

/** Parameters: by `query` and their name, or of one operation, `contacts list query` and their name. */
export const queryTexts: Readonly<Record<string, string>> = {
  'path.id': 'Id of the resource. One that is malformed is 404, as one that does not exist.',
  'path.deliveryId': 'Id of the delivery. One that is malformed is 404, as one that does not exist.',
  'path.token': 'What the link was made of, signed. Whatever else the address carries is passed over.',
  'query.limit':
    'How many elements a page has at most. When filters are combined it may have fewer, see [Lists](#lists).',
  'query.cursor': '`nextCursor` of the page before, with the same filters and from the same list.',
  'query.updatedAfter':
    'Only those that were changed later than this moment, in the order of the list. No index has it: a page may be short, see [Lists](#lists).',
  'query.tag': 'Only those with this tag.',
  'query.campaignId': 'Id of a campaign.',
  'query.emailAccountId': 'Id of an email account.',
  'api-keys revoke query.createdKeys':
    'What becomes of the keys that were created with this one, directly or through other keys: `keep` leaves them valid, `revoke` revokes them in the same transaction.',
  'campaigns list query.status': 'Only campaigns in this state.',
  'campaigns list query.search':
    'Only campaigns whose name begins with this text, in the order of names. Case does not matter.',
  'contacts list query.search': `Only contacts whose address, first name, last name or whole name begins with this text. Those whose address does come first. ${prefix}`,
  'contacts list query.email': 'Only the contact with this address, whatever its case.',
  'contacts list query.status': 'Only contacts in this state.',
  'contacts list query.companyId': 'Only contacts of this company.',
  'contacts list query.createdAfter': 'Only contacts created later than this moment.',
  'contacts list query.createdBefore': 'Only contacts created earlier than this moment.',
  executionStatus:
    'Only contacts whose sequence in that campaign is in this state; together with `campaignId` only.',
  'contacts import query.onDuplicate':
    'What becomes of a contact whose address the file has: it is left as it is, or gets the cells that are not empty.',
  'contacts import query.tags':
    'Given to every contact of the file, up to 50, with commas between them: `lead,spring`.',
  'contacts import query.mapping':
    'What columns are, as JSON text: `{"Kontakt":"email"}`. See [Importing a file](#importing-a-file).',
  'contacts import query.campaignId': 'Everybody of the file enters this campaign, new or not.',
  'companies list query.search': `Only companies whose name begins with this text, in the order of names. ${prefix}`,
  'companies list query.domain': 'Only the company with this domain, whatever its case.',
  'email-accounts list query.status': 'Only accounts in this state.',
  'blocklist list query.type': 'Only entries for addresses, or only those for domains.',
  'blocklist list query.value':
    'Only the entry of this very value, in any spelling that creating it would take; a domain that covers it is another value.',
  'webhooks list-deliveries query.status': 'Only deliveries in this state.',
  'activity list query.type':
    'Only events of these kinds, with commas between them: `email.opened,email.clicked`.',
  'activity list query.campaignId': 'Only events of this campaign.',
  'activity list query.contactId': 'Only events of this contact.',
  'activity list query.executionId': 'Only events of this contact in this campaign.',
  'activity list query.emailAccountId': 'Only events of mails that this account sent.',
  'activity list query.after': 'Only events later than this moment.',
  'activity list query.before': 'Only events earlier than this moment.',
  'activity list query.afterId':
    'Only events later than this one, oldest first: what a webhook has missed, in order.',
  'activity list query.includeBots': "`true` also shows what is thought to be a machine's doing.",
  'dashboard stats query.from': 'First local date; when left out, 29 days before `to`.',
  'dashboard stats query.to':
    'Last local date, included; when left out, today. The period has at most 366 days.',
  'dashboard stats query.timezone': 'IANA name of the zone whose dates are meant.',
  'dashboard stats query.campaignId': 'Figures of this campaign only. Not together with `emailAccountId`.',
  'dashboard stats query.emailAccountId':
    'Figures of this email account only. Not together with `campaignId`.',
  'dashboard stats query.granularity': 'Of the points of `series`. Weeks begin on Monday.',
};
