import { readSessionDetails } from '#lib/auth/login.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { findWorkspaceName } from '#lib/workspaces/workspaces.ts';

export const handler = readEndpoint(authRoutes.session, async ({ principal, workspaceId }, { table }) => {
  const [session, workspaceName] = await Promise.all([
    readSessionDetails({ table }, principal),
    findWorkspaceName(table, workspaceId),
  ]);

  return ok({ ...session, workspaceName });
});
