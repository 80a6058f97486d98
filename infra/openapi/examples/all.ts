import type { DomainExamples, FieldValues } from './base.ts';
import { campaignExamples } from './campaigns.ts';
import { contactExamples } from './contacts.ts';
import { emailAccountExamples } from './email-accounts.ts';
import { emailExamples } from './emails.ts';
import { jobExamples } from './jobs.ts';
import { recipientExamples } from './recipients.ts';
import { replyExamples } from './replies.ts';
import { statisticsExamples } from './statistics.ts';
import { userExamples } from './users.ts';
import { webhookExamples } from './webhooks.ts';

const domains: readonly DomainExamples[] = [
  campaignExamples,
  contactExamples,
  emailAccountExamples,
  emailExamples,
  jobExamples,
  recipientExamples,
  replyExamples,
  statisticsExamples,
  userExamples,
  webhookExamples,
];

/** Field values by schema component. */
export const exampleByComponent: Readonly<Record<string, FieldValues>> = Object.fromEntries(
  domains.flatMap(({ components }) => Object.entries(components)),
);

/** Field values by operation and status. They take precedence over those by component. */
export const exampleByResponse: Readonly<Record<string, FieldValues>> = Object.fromEntries(
  domains.flatMap(({ responses = {} }) => Object.entries(responses)),
);
