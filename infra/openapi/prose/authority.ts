import { markdownTable } from '../markdown.ts';
import { runningWork, staysAlways, staysLasting } from './running-work.ts';

/** The ways in which the authority of a principal ends, as the columns of a table. */
export const authorityEnds = {
  removed: 'User removed',
  demoted: 'Owner demoted',
  sessionsEnded: 'Password changed or sessions ended',
  revoked: 'API key revoked',
  expired: 'API key expired',
} as const;
export type AuthorityEnd = keyof typeof authorityEnds;

/** What happens to something after the end of its creator. `impossible`: such a creator cannot create it. */
type Outcome = 'ends' | 'stays' | 'impossible';

interface Creation {
  readonly what: string;
  /** The operations that create it. */
  readonly operations: readonly string[];
  readonly outcomes: Readonly<Record<AuthorityEnd, Outcome>>;
  /** Where an owner finds what stays, and how it ends. */
  readonly afterwards: string;
}

/** A test creates each of them, ends the authority of its creator in each way, and compares the outcome. */
export const creations = {
  session: {
    what: 'Session',
    operations: ['auth.login'],
    outcomes: {
      removed: 'ends',
      demoted: 'stays',
      sessionsEnded: 'ends',
      revoked: 'impossible',
      expired: 'impossible',
    },
    afterwards: 'the user in `GET /users`; the session has the new role from its next request',
  },
  invitation: {
    what: 'Invitation',
    operations: ['users.invite'],
    outcomes: {
      removed: 'ends',
      demoted: 'ends',
      sessionsEnded: 'stays',
      revoked: 'ends',
      expired: 'impossible',
    },
    afterwards: '`createdBy` in `GET /users/invitations`; delete it',
  },
  user: {
    what: 'User who accepted an invitation',
    operations: ['auth.accept-invitation'],
    outcomes: staysLasting,
    afterwards:
      '`actor` of the invitation in `GET /audit-log`, and of its acceptance, which has the same `resourceId`; remove the user',
  },
  role: {
    what: 'Changed role of another user',
    operations: ['users.update'],
    outcomes: staysLasting,
    afterwards: '`actor` of the change in `GET /audit-log`; change the role',
  },
  passwordReset: {
    what: 'Token to reset the password of another user',
    operations: ['users.create-password-reset'],
    outcomes: {
      removed: 'ends',
      demoted: 'ends',
      sessionsEnded: 'stays',
      revoked: 'impossible',
      expired: 'impossible',
    },
    afterwards: '`passwordReset.createdBy` in `GET /users`; delete it',
  },
  apiKey: {
    what: 'API key',
    operations: ['api-keys.create'],
    outcomes: {
      removed: 'stays',
      demoted: 'stays',
      sessionsEnded: 'stays',
      revoked: 'stays',
      expired: 'ends',
    },
    afterwards: '`createdBy` in `GET /api-keys`; revoke it, or end it with its creator: `createdKeys=revoke`',
  },
  webhook: {
    what: 'Webhook',
    operations: ['webhooks.create'],
    outcomes: staysLasting,
    afterwards:
      '`createdBy` in `GET /webhooks`; delete it, rotate its secret, or end it with its creator: `createdWebhooks=disable`',
  },
  changedWebhook: {
    what: 'Webhook with another URL',
    operations: ['webhooks.update'],
    outcomes: staysLasting,
    afterwards: 'as a webhook: `createdBy` is the caller who changed the URL last',
  },
  rotatedSecret: {
    what: 'Rotated secret of a webhook',
    operations: ['webhooks.rotate-secret'],
    outcomes: staysLasting,
    afterwards:
      '`secretCreatedBy` in `GET /webhooks`; rotate the secret again with `gracePeriodSeconds: 0`, or disable the webhook with its creator: `createdWebhooks=disable`',
  },
  consentAttempt: {
    what: 'Started attempt to connect a mailbox by OAuth',
    operations: ['connect.begin'],
    outcomes: {
      removed: 'ends',
      demoted: 'ends',
      sessionsEnded: 'ends',
      revoked: 'impossible',
      expired: 'impossible',
    },
    afterwards: '–',
  },
  mailbox: {
    what: 'Connected mailbox',
    operations: ['connect.finish', 'connect.smtp'],
    outcomes: {
      removed: 'stays',
      demoted: 'stays',
      sessionsEnded: 'stays',
      revoked: 'impossible',
      expired: 'impossible',
    },
    afterwards:
      '`connectedBy` in `GET /email-accounts`, and the audit log if a member connected it again; disconnect it or connect it again',
  },
  accountSettings: {
    what: 'Reply address or tracking domain of an account',
    operations: ['email-accounts.update'],
    outcomes: staysLasting,
    afterwards: '`actor` of the change in `GET /audit-log`; change the setting',
  },
  downloadUrl: {
    what: 'Download URL of an export',
    operations: ['exports.get'],
    outcomes: staysAlways,
    afterwards: 'the export in `GET /exports`; delete it, or wait ten minutes until the URL expires',
  },
  ...runningWork,
} as const satisfies Record<string, Creation>;

const outcomeTexts: Readonly<Record<Outcome, string>> = { ends: 'ends', stays: 'stays', impossible: '–' };

/** What ends with the authority of its creator, as a Markdown table. */
export const authorityTable = markdownTable(
  ['Created', ...Object.values(authorityEnds), 'What stays'],
  Object.values(creations).map(({ what, outcomes, afterwards }) => [
    what,
    ...Object.keys(authorityEnds).map((end) => outcomeTexts[outcomes[end as AuthorityEnd]]),
    afterwards,
  ]),
);
