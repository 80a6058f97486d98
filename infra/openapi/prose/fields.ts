/**
 * What fields mean, by `Component.field` — a field of an inner object by its whole path — or by their name alone, when it
 * means the same everywhere. They stand here and not in the schemas, because functions carry those.
 */
export const fieldTexts: Readonly<Record<string, string>> = {
  id: 'Opaque id; ids sort by time of creation.',
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
  limit: 'How many elements a page has at most.',
  cursor: '`nextCursor` of the page before, with the same filters.',
  data: 'The elements of this page, newest first.',
  nextCursor: 'Leads to the next page; `null` on the last.',
  hasMore: 'Whether there is a next page.',
  tags: 'Labels of your own.',
  customFields:
    'Fields of your own: names of letters, digits and underscores, values that are text, numbers, booleans or null. Templates reach them as `{{custom.name}}`.',
  email: 'One e-mail address.',
  campaignId: 'The campaign that it is about.',
  contactId: 'The contact that it is about.',
  executionId: 'One contact in one campaign.',
  stepId: 'The step of the campaign.',
  emailAccountId: 'The account that sent.',
  companyId: 'The company.',
  description: 'For your own notes.',
  'NewContact.email': 'One e-mail address, at most one contact of the workspace has it, whatever its case.',
  'Contact.status': 'Only `active` contacts get mail.',
  'Contact.source': 'How the contact came in.',
  'Campaign.status': 'What the campaign does.',
  'Campaign.pauseReason': 'Why it is paused; `null` when it is not.',
  'Campaign.stats': 'Unique contacts, except `sent`, which counts mails.',
  'Campaign.emailAccountIds': 'The accounts that it sends from.',
  'NewCampaign.contactIds': 'Contacts to be enrolled.',
  'EmailAccount.status':
    'Only `connected` accounts send; `statusReason` tells what is wrong with the others.',
  'ApiKey.prefix': 'How the key begins.',
  'ApiKey.lastFour': 'How the key ends.',
  'ApiKey.createdBy': 'Who created it.',
  'CreatedApiKey.key': 'The credential itself, shown in this answer only.',
  'WebhookWithSecret.secret': 'Signs every delivery; shown in this answer only.',
  'NewWebhook.url': 'Where events are sent: https, and a public address.',
  events: 'The kinds of events to receive.',
  scope: '`full-access` reads and writes; `read-only` calls GET endpoints only.',
  expiresAt: 'When it ceases to be valid; `null` is never.',
  lastUsedAt: 'When it was last used, if ever.',
  consecutiveFailures: 'Failed attempts since the last success; 5 make it `failing`, 20 `disabled`.',
  disabledAt: 'When it was disabled, if it is.',
  startedAt: 'When it was last started.',
  pausedAt: 'When it was last paused.',
  completedAt: 'When it was completed.',
  occurredAt: 'When it happened.',
  metadata: 'What else the event tells, by its kind.',
  enrolment: 'What became of the contacts that were to be enrolled.',
};

/** Formats that the code checks and zod cannot tell. */
export const fieldFormats: Readonly<Record<string, string>> = {
  EmailAddress: 'idn-email',
  'NewWebhook.url': 'uri',
  'WebhookWithSecret.url': 'uri',
};
