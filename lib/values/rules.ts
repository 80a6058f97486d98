/**
 * The rules that `details` of a 422 may have. `infra/openapi/prose/rules.ts` explains each. Each group is a separate array,
 * which the formatter keeps together.
 */
export const rules = [
  // Schema errors; these names are zod's.
  ...['invalid_type', 'invalid_value', 'invalid_format', 'invalid_key', 'invalid_union', 'invalid_element'],
  ...['not_multiple_of', 'too_big', 'too_small', 'custom', 'unknown_field', 'escape'],
  // The request's format.
  ...[
    'content_coding',
    'csv',
    'cursor',
    'header',
    'headers',
    'json',
    'media_type',
    'multipart',
    'precondition',
  ],
  ...['repeated', 'rows', 'session', 'too_deep'],
  // Conflicts with other values and resources.
  ...[
    'column',
    'conflict',
    'count',
    'creator_expiry',
    'exclusive',
    'exists',
    'future',
    'in_progress',
    'last_owner',
    'order',
  ],
  ...[
    'public_address',
    'public_name',
    'reassignment',
    'size',
    'start',
    'state',
    'template',
    'thread',
    'unique',
    'unknown',
    'value',
  ],
  // Reasons why a contact cannot continue a campaign.
  ...[
    'active_elsewhere',
    'address_changed',
    'already_sent',
    'clicked',
    'not_enrolled',
    'replied',
    'suppressed',
  ],
  // Responses of a mail server or a provider.
  ...['busy', 'consent', 'found', 'login', 'one_time', 'reachable', 'sender'],
] as const;

export type Rule = (typeof rules)[number];
