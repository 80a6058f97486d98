import { contract } from '#lib/http/contract.ts';
import { WorkspaceSettings, WorkspaceSettingsPatch } from '#lib/workspaces/settings.ts';

export const workspaceRoutes = {
  get: contract({
    method: 'GET',
    path: '/workspace',
    summary: 'Get the settings of the workspace',
    auth: 'credential',
    needs: ['table:read'],
    responses: { 200: WorkspaceSettings },
    isVersioned: true,
    extension: true,
  }),
  update: contract({
    method: 'PATCH',
    path: '/workspace',
    summary: 'Update the settings of the workspace',
    auth: 'credential',
    role: 'owner',
    needs: ['table:write'],
    body: WorkspaceSettingsPatch,
    responses: { 200: WorkspaceSettings },
    isVersioned: true,
    extension: true,
  }),
};
