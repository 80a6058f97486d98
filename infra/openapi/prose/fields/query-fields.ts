const matchingNote = 'Case and accents are ignored.';

/** The filters of the list of contacts and of their count. */
function contactFilterTexts(operation: 'list' | 'count'): Readonly<Record<string, string>> {
  const query = `contacts ${operation} query`;
  const [verb, searchOrder, execution] =
    operation === 'count'
      ? ['Counts', '', '']
      : [
          'Returns',
          ' Matches of the address come first, sorted by address, then other matches from newest to oldest. With `tag`, `companyId` or `campaignId`, all matches are sorted from newest to oldest.',
          ' Each then has its progress as `execution`.',
        ];

  return {
    [`${query}.search`]: `${verb} only contacts with an address, first name, last name, full name or domain of the address that starts with this text.${searchOrder} ${matchingNote}`,
    [`${query}.email`]: `${verb} only the contact with this address, ignoring case.`,
    [`${query}.externalId`]: `${verb} only the contact with this external id. The result is strongly consistent.`,
    [`${query}.status`]: `${verb} only contacts with this status.`,
    [`${query}.importId`]: `${verb} only the contacts of the rows of this import, new and existing. None match when its report has expired.`,
    [`${query}.importResult`]: `${verb} only contacts that the import created, updated or skipped. Requires \`importId\`.`,
    [`${query}.customFieldName`]: `${verb} only contacts that have this custom field.`,
    [`${query}.customFieldValue`]: `${verb} only contacts with this value of the field, ignoring case. Requires \`customFieldName\`.`,
    [`${query}.lastContactedAfter`]: `${verb} only contacts with an email of a campaign after this time.`,
    [`${query}.lastContactedBefore`]: `${verb} only contacts without an email of a campaign since this time.`,
    [`${query}.companyId`]: `${verb} only contacts of this company.`,
    [`${query}.createdAfter`]: `${verb} only contacts created after this time.`,
    [`${query}.createdBefore`]: `${verb} only contacts created before this time.`,
    [`${query}.campaignId`]: `${verb} only contacts that are or were in this campaign.${execution}`,
  };
}

/** Parameters. `query.limit` applies to all operations, `contacts list query.email` to one operation, and a name alone to
 * each place that has it. */
export const queryTexts: Readonly<Record<string, string>> = {
  'path.id': 'Id of the resource. An unknown or malformed id returns 404.',
  'path.deliveryId': 'Id of the delivery. An unknown or malformed id returns 404.',
  'path.token': 'Signed token of the link. Only the token is evaluated; a query string is ignored.',
  'query.limit':
    'Maximum number of elements in the page. A page can have fewer when filters are combined, see [Lists](#lists).',
  'query.cursor': '`nextCursor` of the previous page. Send the same filters and the same order with it.',
  'query.order':
    '`asc` lists the oldest elements first, `desc` the newest. Default: `desc`. A list by names, by addresses or by times of return has this order of them, and its default is `asc`.',
  'query.include': 'An object to include: `company` adds the company of each contact.',
  'query.updatedAfter':
    'Returns only elements that changed after this time. The order of the list stays the same, and a page can have fewer elements than `limit`, see [Lists](#lists).',
  'query.tag': 'Returns only elements with this tag. Upper and lower case differ.',
  'companies list query.externalId':
    'Returns only the company with this external id. The result is strongly consistent.',
  'query.campaignId': 'Id of a campaign.',
  'query.emailAccountId': 'Id of an email account.',
  'replies list query.contactId': 'Id of a contact. The contact may be deleted.',
  'replies list query.label': 'Returns only replies with this label.',
  'replies list query.isRead':
    'Returns only replies that are read, or only unread ones. Among unread replies, snoozed ones are listed last, or first with `order=asc`.',
  'replies list query.isAutomatic': 'Returns only automatic replies, or only replies of people.',
  'replies list query.isDone': 'Returns only replies that are done, or only open ones.',
  'replies list query.isSnoozed':
    'Returns only replies that are snoozed now, or only the others. With `true` and without `contactId` and `label`, the replies that return first come first.',
  'replies list query.isAssigned':
    'Returns only replies with an assignee, or only replies without an assignee.',
  'replies list query.assigneeId': 'Returns only replies that are assigned to this user.',
  'replies list query.search': `Returns only replies with all words of this text, or parts of words, in their sender, subject or text without quotations. ${matchingNote} A page comes from the next 100 to 126 replies of the list, so it can be empty and still have a next page.`,
  'replies list query.after': 'Returns only replies detected after this time.',
  'replies list query.before': 'Returns only replies detected before this time.',
  'api-keys revoke query.createdKeys':
    'The effect on keys that were created with this key, directly or through other keys. `keep`: they stay valid. `revoke`: they are revoked too.',
  'users remove query.createdKeys':
    'The effect on keys that the user created, and on keys that were created with these keys, directly or through other keys. `keep`: they stay valid. `revoke`: they are revoked too.',
  'query.createdWebhooks':
    'The effect on webhooks that the user or the key created, last redirected to another `url`, or has a valid secret of, also a previous one, see `createdBy` and `secretCreatedBy`. It includes webhooks of keys that `createdKeys` revokes, and of keys that the user or these keys created and that were revoked before. `keep`: they continue. `disable`: they are disabled, until you enable them.',
  'audit-log list query.actorType': 'Returns only changes of authors of this type.',
  'audit-log list query.actorId': 'Returns only changes of this API key or user.',
  'audit-log list query.operation': 'Returns only changes by this operation, such as `PATCH /contacts/{id}`.',
  'audit-log list query.resourceType': 'Returns only changes of resources of this type.',
  'audit-log list query.resourceId': 'Returns only changes of this resource.',
  'audit-log list query.after': 'Returns only changes after this time.',
  'audit-log list query.before': 'Returns only changes before this time.',
  'campaigns list query.status': 'Returns only campaigns with this status.',
  'campaigns stats query.groupBy': 'What the counts are divided by.',
  'campaigns stats query.from':
    'First day, inclusive, in the time zone of the workspace. Default: 365 days before `to`, or 91 days with `interval=day`.',
  'campaigns stats query.to': 'Last day, inclusive, in the time zone of the workspace. Default: today.',
  'campaigns stats query.interval':
    'Adds a series by day, of at most 92 days, or by week, of at most 366 days. Without it, `series` is empty.',
  'campaigns list-recipients query.status': 'Returns only recipients with a sequence in this status.',
  'campaigns list-recipients query.nextStepId': 'Returns only recipients with this step as their next email.',
  'campaigns list-recipients query.waitingFor':
    'Returns only recipients with a next email that waits for this reason.',
  'campaigns list query.search':
    'Returns only campaigns with a name that starts with this text. Without `tag`, the list is sorted by name; with `tag`, from newest to oldest. Case is ignored.',
  ...contactFilterTexts('list'),
  'contacts list query.sort':
    'The field that the list is sorted by: `createdAt` (the default) or `email`, the address. Other fields, such as `lastContactedAt`, have no index. Lists with `search`, `email` or `importId` have their own order.',
  'contacts list query.order':
    '`asc` lists the oldest contacts first, `desc` the newest. Default: `desc`; with `sort=email`, `asc`. Lists with `search`, `email` or `importId` have their own order.',
  ...contactFilterTexts('count'),
  'contacts count query.tag': 'Counts only contacts with this tag. Upper and lower case differ.',
  'contacts count query.updatedAfter': 'Counts only contacts that changed after this time.',
  'contacts count query.audience':
    'Counts the contacts of an audience as in `audience` of a campaign, as JSON: `{"tags":["lead"],"companyIds":[],"match":"any"}`. Not accepted together with filters.',
  executionStatus:
    'Returns only contacts with this status of their sequence in the campaign. Requires `campaignId`.',
  'contacts import query.onDuplicate':
    'The action if a contact with the address exists. `skip`: keep the contact unchanged. `update`: overwrite its fields with the cells that are not empty.',
  'contacts import query.tags':
    'Tags to add to all contacts of the file, up to 50, separated by commas: `lead,spring`.',
  'contacts import query.mapping':
    'Maps columns to fields, as JSON: `{"Kontakt":"email"}`. See [Importing a file](#importing-a-file).',
  'contacts import query.campaignId': 'A campaign to enrol all contacts of the file in, new and existing.',
  'companies list query.search': `Returns only companies with a name that starts with this text, sorted by name. ${matchingNote}`,
  'companies list query.domain': 'Returns only the company with this domain, ignoring case.',
  'email-accounts list query.status': 'Returns only accounts with this status.',
  'blocklist list query.type': 'Returns only entries of this type.',
  'blocklist list query.value':
    'Returns only the entry with this value, in any form that creating an entry accepts. Entries of a domain that covers the value do not match.',
  'webhooks list-deliveries query.status': 'Returns only deliveries with this status.',
  'webhooks list-deliveries query.statusCode':
    'Returns only deliveries with this status code of the last response: exact such as `503`, a class such as `5xx`, or `none` for attempts without a response.',
  'webhooks list-deliveries query.createdAfter': 'Returns only deliveries of events after this time.',
  'webhooks list-deliveries query.createdBefore': 'Returns only deliveries of events before this time.',
  'activity list query.type':
    'Returns only events of these types, separated by commas: `email.opened,email.clicked`.',
  'activity list query.campaignId': 'Returns only events of this campaign.',
  'activity list query.contactId': 'Returns only events of this contact.',
  'activity list query.executionId': 'Returns only events of this execution: one contact in one campaign.',
  'activity list query.emailAccountId': 'Returns only events of emails that this account sent.',
  'activity list query.after': 'Returns only events after this time.',
  'activity list query.before': 'Returns only events before this time.',
  'activity list query.afterId':
    'Returns only events after the event with this id, by default oldest first. Use it to read the events that an endpoint missed.',
  'activity list query.includeBots': 'Whether to include events that are attributed to bots.',
  'dashboard stats query.from':
    'First day, in the time zone of the workspace. Defaults to 29 days before `to`.',
  'dashboard stats query.to':
    'Last day, inclusive, in the time zone of the workspace. Defaults to today. The period has at most 366 days.',
  'dashboard stats query.campaignId':
    'Returns only statistics of this campaign. It cannot be combined with `emailAccountId`.',
  'dashboard stats query.emailAccountId':
    'Returns only statistics of this email account. It cannot be combined with `campaignId`.',
  'dashboard stats query.granularity': 'Interval between the points of `series`. Weeks start on Monday.',
};
