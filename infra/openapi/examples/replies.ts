import {
  answerMessageId,
  contactEmail,
  type DomainExamples,
  exampleId,
  exampleTime,
  messageId,
  timeAfter,
} from './base.ts';
import { contactedAt } from './recipients.ts';
import { firstVariantId } from './statistics.ts';

const receivedAt = timeAfter({ minutes: -60 });
const subject = 'Re: Hello Ann';
const text = 'Thank you, that sounds interesting. Could you call me on Monday?';
const quotation = 'Hi Ann, shall we talk?';

const summary = {
  fromEmail: contactEmail,
  fromName: 'Ann Lee',
  subject,
  snippet: text,
  isAutomatic: false,
  isRead: true,
  labels: ['interested'],
  suggestedLabels: [],
  attachmentCount: 1,
  isTruncated: false,
  receivedAt,
  updatedAt: timeAfter({ minutes: -30 }),
  isDone: false,
  snoozedUntil: null,
  assigneeId: exampleId('usr'),
  answeredAt: timeAfter({ minutes: -20 }),
};

const reply = {
  ...summary,
  messageId: '<CAF2xq1@mail.example.com>',
  text,
  fullText: `${text}\n\n> ${quotation}`,
  html: `<p>${text}</p><blockquote>${quotation}</blockquote>`,
  attachments: [{ name: 'offer-request.pdf', type: 'application/pdf', sizeBytes: 48_210 }],
  cc: [{ name: 'Bo Berg', email: 'bo@customer.example' }],
};

const emptyFields = {
  fromEmail: null,
  fromName: null,
  toEmail: null,
  subject: null,
  text: null,
  messageId: null,
  stepId: exampleId('stp'),
  variantId: null,
  isAutomatic: null,
  replyId: null,
  answerStatus: null,
  answerError: null,
};

/** The emails of a campaign have no texts, because they are not stored. */
const messages = [
  {
    ...emptyFields,
    kind: 'email',
    id: exampleId('evt'),
    occurredAt: contactedAt,
    messageId,
    variantId: firstVariantId,
  },
  {
    ...emptyFields,
    kind: 'reply',
    id: exampleId('rpl'),
    occurredAt: receivedAt,
    fromEmail: contactEmail,
    fromName: summary.fromName,
    subject,
    text,
    isAutomatic: false,
  },
];

export const replyExamples: DomainExamples = {
  components: {
    Reply: reply,
    ReplySummary: summary,
    ReplyState: { updatedAt: exampleTime, isDone: false, snoozedUntil: null, assigneeId: exampleId('usr') },
    UnreadReplyCount: { count: 12, isExact: true, limit: 100 },
    ReplyThread: { messages, isComplete: true },
    Answer: { status: 'queued', messageId: answerMessageId, createdAt: exampleTime },
  },
  responses: {
    'replies.resolve-answer 200': { status: 'sent', createdAt: timeAfter({ minutes: -30 }) },
  },
};
