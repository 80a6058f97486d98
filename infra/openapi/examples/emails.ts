import {
  contactEmail,
  type DomainExamples,
  exampleId,
  messageId,
  senderEmail,
  senderName,
  threadReference,
} from './base.ts';
import { contactedAt } from './recipients.ts';
import { firstVariantId } from './statistics.ts';

const unsubscribeUrl = 'https://links.example.com/u/EgBohbikPIypYcczToO7BATA';
const openUrl = 'https://links.example.com/t/o/EgBohbikPIypYcczToO7BATA';

const headers = {
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  From: `${senderName} <${senderEmail}>`,
  To: contactEmail,
  References: threadReference,
  Subject: 'Hello Ann',
  'Message-ID': messageId,
  Date: 'Fri, 20 Nov 2026 09:30:00 +0000',
  'MIME-Version': '1.0',
  'Content-Type': 'multipart/alternative; boundary="--_NmP-5f0c1e2d3b4a5968-Part_1"',
};

const preview = {
  stepIndex: 0,
  stepId: exampleId('stp'),
  variantIndex: 0,
  variantId: firstVariantId,
  emailAccountId: exampleId('acc'),
  from: { email: senderEmail, name: senderName },
  to: contactEmail,
  subject: 'Hello Ann',
  html: `<p>Hi Ann, shall we talk?</p><p><a href="${unsubscribeUrl}">Unsubscribe</a></p><img src="${openUrl}" width="1" height="1" alt="" style="border:0">`,
  text: `Hi Ann, shall we talk?\n\nUnsubscribe: ${unsubscribeUrl}`,
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  sizeBytes: 1630,
  variables: [{ name: 'firstName', value: 'Ann', isMissing: false }],
  warnings: [],
};

const testResult = {
  isAccepted: true,
  subject: '[Test] Hello Ann',
  messageId,
  // Null unless the server rejected the email.
  smtpCode: null,
  error: null,
};

const sentEvent = { occurredAt: contactedAt, variantId: firstVariantId, messageId };

export const emailExamples: DomainExamples = {
  components: { EmailPreview: preview, TestEmailResult: testResult, ActivityEvent: sentEvent },
};
