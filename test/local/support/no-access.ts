import type { SeededAccess } from '../../../infra/local/ready-report.ts';

/** The small assembly has nobody to let in. */
export const noAccess: SeededAccess = {
  workspaceId: 'wsp_1',
  apiKey: 'key',
  readOnlyApiKey: 'read',
  user: { email: 'nobody@example.com', password: 'none' },
};
