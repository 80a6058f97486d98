import type { SeededAccess } from '../../../infra/local/ready-report.ts';

/** The small assembly has no credentials. */
export const noAccess: SeededAccess = {
  workspaceId: 'wsp_1',
  apiKey: 'key',
  readOnlyApiKey: 'read',
  user: { email: 'nobody@example.com', password: 'none' },
};
