import { inject } from 'vitest';
import type { NewApiKey } from '#lib/api-keys/api-key.ts';
import { newServices, once, type Services } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import { issueApiKey } from '../../infra/admin/workspace.ts';
import { clockVariables } from '../../infra/local/lambda/function-environment.ts';
import type { ReadyReport } from '../../infra/local/ready-report.ts';

/**
 * Configures this process like a function of the running stack: handlers that are called here use its
 * engines.
 */
export function useStack(): ReadyReport {
  const stack = inject('stack');
  Object.assign(process.env, stack.environment, clockVariables);

  return stack;
}

export interface Workspace {
  readonly workspaceId: string;
  /** A full-access key. */
  readonly apiKey: string;
  readonly readOnlyApiKey: string;
}

/** A separate workspace. Tests with separate workspaces may run concurrently. */
export async function newWorkspace(): Promise<Workspace> {
  const workspaceId = newId('wsp', Date.now());
  const [apiKey, readOnlyApiKey] = await Promise.all([
    newApiKey(workspaceId, { scope: 'full-access' }),
    newApiKey(workspaceId, { scope: 'read-only' }),
  ]);

  return { workspaceId, apiKey, readOnlyApiKey };
}

export async function newApiKey(
  workspaceId: string,
  input: Pick<NewApiKey, 'scope'> & Partial<NewApiKey>,
): Promise<string> {
  const { key } = await issueApiKey(connected(), workspaceId, { name: 'test', expiresAt: null, ...input });

  return key;
}

const testServices = once(newServices);

/** Services with the real table. Their reads are not combined with the reads of handlers, which have roles. */
export function connected(): Services {
  useStack();

  return testServices();
}
