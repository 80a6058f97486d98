/** What a caller should know of an operation beyond its summary and what its contract says anyway. */
export const operationTexts: Readonly<Record<string, string>> = {
  'activity.list': 'Each event is on the list within a moment of the change that caused it.',
  'api-keys.revoke': 'The very next request with the key is refused.',
  'campaigns.create':
    'The campaign is a draft. Contacts are enrolled within a moment; `enrolment` tells how many.',
  'campaigns.pause':
    'Nothing more is sent but what is on its way already. Pausing a paused campaign changes nothing.',
  'campaigns.start':
    'The first mails get their time within a minute. Starting an active campaign changes nothing. When something is missing — a step, an account, a contact — the answer names all of it.',
  'contacts.import':
    'One contact per row. The first row names the columns; only `email` is needed, and columns that are unknown become custom fields. A bad row never costs a good one: the report tells what became of each.',
  'docs.openapi': 'What you are reading, for programs: generate a client from it.',
  'docs.page': 'What you are reading, for people.',
};
