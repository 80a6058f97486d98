import { createdNow, type DomainExamples, exampleId, exampleTime, timeAfter } from './base.ts';

const ada = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'owner' };
const grace = { id: exampleId('usr'), email: 'grace@example.com', name: 'Grace Hopper', role: 'member' };

const invitation = {
  email: 'grace@example.com',
  role: 'member',
  createdBy: exampleId('usr'),
  createdAt: timeAfter({ days: -1 }),
  expiresAt: timeAfter({ days: 6 }),
};

const sentEmail = {
  status: 'sent',
  error: null,
  sentAt: timeAfter({ days: -1, minutes: 1 }),
};

const queuedEmail = { status: 'queued', error: null, sentAt: null };

/** Without requests, a session expires after 7 days. */
const session = { expiresAt: timeAfter({ days: 7 }) };

const apiKey = {
  name: 'reporting',
  scope: 'read-only',
  createdBy: exampleId('usr'),
  expiresAt: null,
  lastUsedAt: timeAfter({ minutes: -5 }),
};

export const userExamples: DomainExamples = {
  components: {
    User: ada,
    WorkspaceUser: { ...ada, passwordReset: null },
    OpenPasswordReset: { createdBy: exampleId('usr'), expiresAt: timeAfter({ days: 1 }) },
    Invitation: invitation,
    ServiceEmail: sentEmail,
    OpenSession: session,
    CurrentSession: session,
    UserSession: {
      createdAt: timeAfter({ days: -2 }),
      lastUsedAt: exampleTime,
      isCurrent: true,
    },
    ApiKey: apiKey,
    CreatedApiKey: apiKey,
    WorkspaceSettings: {
      name: 'Analytical Engines',
      postalAddress: 'Analytical Engines Ltd\n12 Mill Lane, Cambridge CB2 1RX, United Kingdom',
      timezone: 'Europe/London',
    },
    AuditEntry: {
      actor: { type: 'api_key', id: exampleId('key'), name: 'CRM' },
      operation: 'PATCH /campaigns/{id}',
      resourceType: 'campaign',
      resourceId: exampleId('cmp'),
      resourceName: 'Spring offer',
      fields: ['dailyLimit'],
      changes: [{ field: 'dailyLimit', from: '50', to: '80' }],
    },
  },
  responses: {
    'auth.accept-invitation 201': { user: grace },
    'users.update 200': { email: grace.email },
    'users.invite 201': {
      createdAt: exampleTime,
      expiresAt: timeAfter({ days: 7 }),
      invitationEmail: queuedEmail,
    },
    'users.create-password-reset 201': { createdAt: exampleTime },
    'api-keys.create 201': { lastUsedAt: null, ...createdNow },
  },
};
