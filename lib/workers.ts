import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { emailAccountWorkers } from '#lib/email-accounts/workers.ts';
import { emailWorkers } from '#lib/emails/workers.ts';
import { exportWorkers } from '#lib/exports/workers.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import { jobWorkers } from '#lib/jobs/workers.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { webhookWorkers } from '#lib/webhooks/workers.ts';

/** The workers of all domains. */
export const domainWorkers: Readonly<Record<string, Readonly<Record<string, Worker>>>> = {
  campaigns: campaignWorkers,
  'email-accounts': emailAccountWorkers,
  emails: emailWorkers,
  exports: exportWorkers,
  inbox: inboxWorkers,
  jobs: jobWorkers,
  webhooks: webhookWorkers,
};
