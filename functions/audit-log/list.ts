import { listAuditLog } from '#lib/audit-log/list.ts';
import { auditLogRoutes } from '#lib/audit-log/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(auditLogRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listAuditLog(services, workspaceId, query)),
);
