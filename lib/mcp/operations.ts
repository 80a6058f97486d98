import { activityRoutes } from '#lib/activity/routes.ts';
import { bulkJobRoutes } from '#lib/bulk-jobs/routes.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { dashboardRoutes } from '#lib/dashboard/routes.ts';
import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { erasureRoutes } from '#lib/erasures/routes.ts';
import type { Contract } from '#lib/http/contract.ts';
import { replyRoutes } from '#lib/replies/routes.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

/** The operations that tools and their confirmations call, by name. */
export const toolOperations = {
  'activity.list': activityRoutes.list,
  'bulk-jobs.get': bulkJobRoutes.get,
  'bulk-jobs.list': bulkJobRoutes.list,
  'campaigns.create': campaignRoutes.create,
  'campaigns.get': campaignRoutes.get,
  'campaigns.list': campaignRoutes.list,
  'campaigns.list-recipients': campaignRoutes.listRecipients,
  'campaigns.pause': campaignRoutes.pause,
  'campaigns.preview': campaignRoutes.preview,
  'campaigns.start': campaignRoutes.start,
  'campaigns.stats': campaignRoutes.stats,
  'campaigns.update': campaignRoutes.update,
  'contacts.get': contactRoutes.get,
  'contacts.get-import': contactRoutes.getImport,
  'contacts.import': contactRoutes.import,
  'contacts.list': contactRoutes.list,
  'contacts.list-campaigns': contactRoutes.listCampaigns,
  'dashboard.stats': dashboardRoutes.stats,
  'email-accounts.list': emailAccountRoutes.list,
  'erasures.create': erasureRoutes.create,
  'replies.answer': replyRoutes.answer,
  'replies.get': replyRoutes.get,
  'replies.get-thread': replyRoutes.getThread,
  'replies.list': replyRoutes.list,
  'webhooks.list': webhookRoutes.list,
  'webhooks.list-deliveries': webhookRoutes.listDeliveries,
} as const satisfies Record<string, Contract>;

export type ToolOperation = keyof typeof toolOperations;
