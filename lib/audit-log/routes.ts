import * as z from 'zod/mini';
import { AuditEntry, actorTypes, resourceTypes } from '#lib/audit-log/entry.ts';
import { contract } from '#lib/http/contract.ts';
import { moment, orderQuery, pageOf, pageQuery, text } from '#lib/values/schemas.ts';

const AuditQuery = z.strictObject({
  ...pageQuery,
  ...orderQuery,
  actorType: z.optional(z.enum(actorTypes)),
  actorId: z.optional(text(40, z.minLength(1))),
  operation: z.optional(text(200, z.minLength(1))),
  resourceType: z.optional(z.enum(resourceTypes)),
  resourceId: z.optional(text(40, z.minLength(1))),
  after: z.optional(moment()),
  before: z.optional(moment()),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const auditLogRoutes = {
  list: contract({
    method: 'GET',
    path: '/audit-log',
    summary: 'List the changes of the workspace with their authors, newest first',
    auth: 'credential',
    role: 'owner',
    needs: ['table:read'],
    query: AuditQuery,
    responses: { 200: pageOf(AuditEntry) },
    extension: true,
  }),
};
