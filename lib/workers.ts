import { blocklistWorkers } from '#lib/blocklist/workers.ts';
import { bulkJobWorkers } from '#lib/bulk-jobs/workers.ts';
import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { contactWorkers } from '#lib/contacts/workers.ts';
import { dashboardWorkers } from '#lib/dashboard/workers.ts';
import { emailAccountWorkers } from '#lib/email-accounts/workers.ts';
import { emailWorkers } from '#lib/emails/workers.ts';
import { erasureWorkers } from '#lib/erasures/workers.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { webhookWorkers } from '#lib/webhooks/workers.ts';

/** The workers of all domains. */
export const domainWorkers: Readonly<Record<string, Readonly<Record<string, Worker>>>> = {
  blocklist: blocklistWorkers,
  'bulk-jobs': bulkJobWorkers,
  campaigns: campaignWorkers,
  contacts: contactWorkers,
  dashboard: dashboardWorkers,
  'email-accounts': emailAccountWorkers,
  emails: emailWorkers,
  erasures: erasureWorkers,
  inbox: inboxWorkers,
  webhooks: webhookWorkers,
};
