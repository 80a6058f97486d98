/** Filters of exports of recipients, activity and replies. */
const filterTexts = {
  'RecipientFilter.status': 'Selects recipients with this status of their sequence.',
  'RecipientFilter.nextStepId': 'Selects recipients with a next email of this step.',
  'RecipientFilter.waitingFor': 'Selects recipients with a next email that waits for this reason.',
  'ActivityFilter.type': 'Selects events of these types.',
  'ActivityFilter.campaignId': 'Selects events of this campaign.',
  'ActivityFilter.contactId': 'Selects events of this contact.',
  'ActivityFilter.executionId': 'Selects events of this execution.',
  'ActivityFilter.emailAccountId': 'Selects events of this email account.',
  'ActivityFilter.after': 'Selects events after this time.',
  'ActivityFilter.before': 'Selects events before this time.',
  'ActivityFilter.includeBots': 'Whether events that are probably automatic are included. Default: `false`.',
  'ReplyFilter.campaignId': 'Selects replies to this campaign.',
  'ReplyFilter.contactId': 'Selects replies of this contact.',
  'ReplyFilter.emailAccountId': 'Selects replies to this email account.',
  'ReplyFilter.label': 'Selects replies with this label.',
  'ReplyFilter.isRead': 'Selects replies that are read, or only unread ones.',
  'ReplyFilter.isAutomatic': 'Selects automatic replies, or only replies of people.',
  'ReplyFilter.isDone': 'Selects replies that are done, or only open ones.',
  'ReplyFilter.isSnoozed': 'Selects replies that are snoozed at the time of the export, or only the others.',
  'ReplyFilter.isAssigned': 'Selects replies with an assignee, or only replies without an assignee.',
  'ReplyFilter.assigneeId': 'Selects replies that are assigned to this user.',
  'ReplyFilter.after': 'Selects replies detected after this time.',
  'ReplyFilter.before': 'Selects replies detected before this time.',
};

const requestTexts = Object.fromEntries(
  ['ContactExport', 'RecipientExport', 'ActivityExport', 'ReplyExport'].flatMap((schema) => [
    [`${schema}.type`, 'The list to export.'],
    [`${schema}.format`, '`csv` for spreadsheets, `ndjson` for programs: one JSON object per line.'],
    [
      `${schema}.filter`,
      'Selects the elements to export. An element must match all filters. Default: all elements.',
    ],
  ]),
);

/** Exports and their filters. */
export const exportTexts: Readonly<Record<string, string>> = {
  ...filterTexts,
  ...requestTexts,
  'Export.type': 'The exported list. More values may be added.',
  'Export.format': 'The format of the file. More values may be added.',
  'Export.campaignId': 'The campaign of an export of recipients; `null` for other exports.',
  'Export.filter': 'The filters of the request.',
  'Export.customFields': 'Names of custom fields with their own columns.',
  'Export.status':
    '`queued`: the export waits for a worker. `running`: the file is being written. `completed`: the file can be downloaded until `expiresAt`. `failed`: see `statusReason`. More values may be added.',
  'Export.statusReason': 'The reason why the export failed. `null` if it has not failed.',
  'Export.rows':
    'Elements that are written so far. 0 again if the file is written again after an interruption.',
  'Export.bytes': 'Size of the file so far, in bytes.',
  'Export.endedAt': 'Time when the export ended. `null` before.',
  'Export.expiresAt': 'Time when the file is deleted, 7 days after its completion. `null` without a file.',
  'ContactExport.customFields':
    'Names of custom fields that get a column each, `customFields.<name>`. Only with the format `csv`.',
  'RecipientExport.campaignId': 'The campaign.',
  'ExportFailure.code':
    '`contact_erased`: a contact was erased, and the file was deleted because it may have had the data of the contact. `too_large`: the list has more elements than can be read in 13 minutes. `campaign_deleted`: the campaign was deleted. `rows_unreadable`: the next rows could not be read three times because of an internal error. `interrupted`: the worker or a service that it uses failed three times. More values may be added.',
  'ExportFailure.occurredAt': 'Time of the failure.',
  'Export.downloadUrl':
    'URL of the file, valid for 10 minutes without a credential. `null` unless the export is `completed` and its file exists.',
};
