import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { planApiKey } from '#lib/api-keys/api-keys.ts';
import { commit } from '#lib/runtime/commit.ts';
import { newId } from '#lib/runtime/ids.ts';
import { type Services, services } from '#lib/runtime/services.ts';
import type { AdminOptions } from './main.ts';

/** A workspace begins to exist with the first thing in it; until then it is only an id. */
export async function createWorkspaceCommand(): Promise<{ workspaceId: string }> {
  return { workspaceId: newId('wsp', Date.now()) };
}

export async function createApiKeyCommand(options: AdminOptions) {
  const { workspace, name, scope } = options;
  if (typeof workspace !== 'string') throw new TypeError('--workspace is missing');

  return issueApiKey(services(), workspace, NewApiKey.parse({ name, scope }));
}

/** The key is in the answer and nowhere else. */
export async function issueApiKey(connected: Services, workspaceId: string, input: NewApiKey) {
  const change = planApiKey(connected, { workspaceId, id: 'operator' }, input);
  await commit(connected, workspaceId, change);

  return change.result;
}
