import { activityRoutes } from '#lib/activity/routes.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { auditLogRoutes } from '#lib/audit-log/routes.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { bulkJobRoutes } from '#lib/bulk-jobs/routes.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { connectRoutes } from '#lib/connect/routes.ts';
import { contactViewRoutes } from '#lib/contact-views/routes.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { dashboardRoutes } from '#lib/dashboard/routes.ts';
import { fallbackRoutes } from '#lib/docs/routes.ts';
import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { erasureRoutes } from '#lib/erasures/routes.ts';
import { eventWorkers } from '#lib/events/workers.ts';
import { exportRoutes } from '#lib/exports/routes.ts';
import { healthRoutes } from '#lib/health/routes.ts';
import type { Contract } from '#lib/http/contract.ts';
import { maintenanceWorkers } from '#lib/maintenance/workers.ts';
import { mcpRoutes } from '#lib/mcp/routes.ts';
import { replyRoutes } from '#lib/replies/routes.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { snippetRoutes } from '#lib/snippets/routes.ts';
import { trackingRoutes } from '#lib/tracking/routes.ts';
import { userRoutes } from '#lib/users/routes.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { domainWorkers } from '#lib/workers.ts';
import { workspaceRoutes } from '#lib/workspaces/routes.ts';

/**
 * An endpoint or a worker: one contract and one function file. `webhooks.rotateSecret` is the operation `webhooks.rotate-secret` in
 * `functions/webhooks/rotate-secret.ts`.
 */
export interface Operation<Definition> {
  readonly name: string;
  readonly file: string;
  readonly definition: Definition;
}

/** All endpoints by domain. Routes, permissions and documents are derived from this list. The API document has its order. */
export const endpoints: readonly Operation<Contract>[] = operations<Contract>({
  activity: activityRoutes,
  'api-keys': apiKeyRoutes,
  'audit-log': auditLogRoutes,
  auth: authRoutes,
  blocklist: blocklistRoutes,
  'bulk-jobs': bulkJobRoutes,
  campaigns: campaignRoutes,
  companies: companyRoutes,
  connect: connectRoutes,
  contacts: contactRoutes,
  'contact-views': contactViewRoutes,
  erasures: erasureRoutes,
  exports: exportRoutes,
  health: healthRoutes,
  'email-accounts': emailAccountRoutes,
  dashboard: dashboardRoutes,
  replies: replyRoutes,
  snippets: snippetRoutes,
  tracking: trackingRoutes,
  users: userRoutes,
  webhooks: webhookRoutes,
  workspaces: workspaceRoutes,
});

/** Serves agents with the operations of `endpoints`. Not in the API document: its messages have their own protocol. */
export const agentEndpoint: Operation<Contract> = {
  name: 'mcp.call',
  file: 'functions/mcp/call.ts',
  definition: mcpRoutes.call,
};

/** All routes of the gateway except the fallback. */
export const routedEndpoints: readonly Operation<Contract>[] = [...endpoints, agentEndpoint];

/** Responds to requests without an endpoint. Not in the API document. */
export const fallback: Operation<Contract> = {
  name: 'docs.not-found',
  file: 'functions/docs/not-found.ts',
  definition: fallbackRoutes.notFound,
};

/** All functions without a caller: consumers of queues and the stream, and scheduled functions. */
export const workers: readonly Operation<Worker>[] = operations<Worker>({
  ...domainWorkers,
  // Compositions, which `lib/workers.ts` (domains) must not import.
  events: eventWorkers,
  maintenance: maintenanceWorkers,
});

function operations<Definition>(
  domains: Readonly<Record<string, Readonly<Record<string, Definition>>>>,
): Operation<Definition>[] {
  return Object.entries(domains).flatMap(([domain, verbs]) =>
    Object.entries(verbs).map(([verb, definition]) => {
      const kebabVerb = verb.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

      return {
        name: `${domain}.${kebabVerb}`,
        file: `functions/${domain}/${kebabVerb}.ts`,
        definition,
      };
    }),
  );
}
