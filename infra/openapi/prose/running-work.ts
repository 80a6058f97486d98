/** The outcomes of what belongs to the workspace. */
export const staysAlways = {
  removed: 'stays',
  demoted: 'stays',
  sessionsEnded: 'stays',
  revoked: 'stays',
  expired: 'stays',
} as const;
/** A key with an expiry cannot create it. */
export const staysLasting = { ...staysAlways, expired: 'impossible' } as const;

/** Work that continues. The audit log names its author. */
function running<const Operations extends readonly string[]>(
  what: string,
  operations: Operations,
  entry: string,
  end: string,
) {
  const afterwards = `\`actor\` of \`${entry}\` in \`GET /audit-log\`; ${end}`;

  return { what, operations, outcomes: staysAlways, afterwards };
}

/** Work that continues after the end of its author. Part of `creations`. */
export const runningWork = {
  answer: running(
    'Answer that waits to be sent',
    ['replies.answer'],
    'POST /replies/{id}/answer',
    'cancel it with `POST /replies/{id}/answers/{answerId}/resolve`',
  ),
  import: running(
    'Running import',
    ['contacts.import', 'blocklist.import'],
    'POST /contacts/import',
    'it cannot be cancelled, and its report lists what it did',
  ),
  bulkJob: running('Running bulk job', ['bulk-jobs.create'], 'POST /bulk-jobs', 'cancel it'),
  export: running('Running export', ['exports.create'], 'POST /exports', 'delete it'),
  erasure: running(
    'Running erasure of a contact',
    ['erasures.create'],
    'POST /contacts/{id}/erase',
    'it cannot be cancelled',
  ),
  suppression: running(
    'Running suppression of a domain, or its release',
    ['blocklist.create', 'blocklist.delete'],
    'POST /blocklist',
    'remove the entry, or add it again',
  ),
  sending: running(
    'Running campaign, and running changes of its recipients',
    ['campaigns.start', 'campaigns.update-recipients'],
    'POST /campaigns/{id}/start',
    'pause the campaign',
  ),
  replay: running(
    'Running replay of events',
    ['webhooks.replay'],
    'POST /webhooks/{id}/replay',
    'delete the webhook, or disable it with its creator: `createdWebhooks=disable`',
  ),
  release: {
    ...running(
      'Enabled webhook, and running deliveries of its held events',
      ['webhooks.enable'],
      'POST /webhooks/{id}/enable',
      'delete the webhook, or disable it with its creator',
    ),
    outcomes: staysLasting,
  },
};
