import { createdNow, type DomainExamples, exampleId, exampleTime, timeAfter } from './base.ts';

const eventAt = timeAfter({ minutes: -20 });

const webhook = {
  createdBy: exampleId('usr'),
  secretCreatedBy: exampleId('usr'),
  url: 'https://hooks.example.com/outreach',
  events: ['email.sent', 'email.replied'],
  description: 'CRM',
  include: ['contact'],
  headerNames: ['X-Tenant'],
  filters: { campaignIds: [], emailAccountIds: [], tags: ['vip'] },
  status: 'healthy',
  consecutiveFailures: 0,
  lastSuccessAt: eventAt,
  lastFailureAt: null,
  lastError: null,
  disabledAt: null,
  secretRotation: null,
  nextAttemptAt: null,
  replay: null,
};

const replay = {
  after: '2026-11-19T00:00:00.000Z',
  before: '2026-11-20T00:00:00.000Z',
  deliveries: 'undelivered',
  queued: 0,
  startedAt: exampleTime,
  completedAt: null,
  statusReason: null,
};

const request = {
  signedWith: 'current',
  statusCode: 204,
  error: null,
  durationMs: 184,
  responseSnippet: '',
};

const delivery = {
  event: 'email.sent',
  status: 'delivered',
  nextAttemptAt: null,
  attempts: [{ number: 1, trigger: 'schedule', startedAt: eventAt, requests: [request] }],
  resends: 0,
  createdAt: eventAt,
};

export const webhookExamples: DomainExamples = {
  components: {
    Webhook: webhook,
    WebhookWithSecret: webhook,
    Delivery: delivery,
    DeliveryRequest: request,
    TestResult: { isDelivered: true, requests: [request] },
  },
  responses: {
    'webhooks.create 201': { lastSuccessAt: null, ...createdNow },
    'webhooks.rotate-secret 200': {
      secretRotation: {
        previousExpiresAt: timeAfter({ days: 1 }),
        lastAcceptedSecret: 'previous',
        previousSecrets: [{ expiresAt: timeAfter({ days: 1 }), isLastAccepted: true }],
      },
    },
    // The webhook was disabled before.
    'webhooks.enable 200': {
      lastSuccessAt: timeAfter({ days: -1 }),
      lastFailureAt: timeAfter({ minutes: -60 }),
      lastError: { code: 'timeout', statusCode: null },
    },
    'webhooks.replay 202': { replay },
    'webhooks.resend 202': { resends: 1 },
  },
};
