import { exampleTime, exampleUlid } from './example-values.ts';

/** Values that differ in the operations of one domain. They precede those by field name. */
export const exampleByDomain: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'audit-log': {
    resourceType: 'contact',
    resourceId: `con_${exampleUlid}`,
    fields: ['firstName'],
    actor: { type: 'api_key', id: `key_${exampleUlid}`, name: 'CRM' },
  },
  // An entry that a user creates has no campaign.
  blocklist: { reason: 'manual', campaignId: null, executionId: null },
  'bulk-jobs': { reason: null, message: null },
  exports: { customFields: ['plan'], status: 'completed', rows: 120, bytes: 24_000, campaignId: null },
  replies: {
    text: 'Thank you, that sounds interesting.',
    fullText: 'Thank you, that sounds interesting.',
    messages: [
      {
        kind: 'email',
        id: `evt_${exampleUlid}`,
        occurredAt: exampleTime,
        fromEmail: 'sales@example.com',
        toEmail: 'ann@example.com',
        subject: 'Hello Ann',
        text: null,
        messageId: '<exe_01JCZ3X5V2N8Q4R6T7W9Y1B3D5.1@example.com>',
        stepId: `stp_${exampleUlid}`,
        variantId: null,
        isAutomatic: null,
        answerStatus: null,
        answerError: null,
      },
    ],
  },
};
