import { apiKeyCountKey, apiKeysPartition, credentialKey } from '#lib/api-keys/items.ts';
import { callerWindowKey } from '#lib/http/caller-window.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export async function eraseApiKeys(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ pk: apiKeysPartition(workspaceId) }, async (entry) => {
    await eraser.deleteKeys([credentialKey(entry.sk), callerWindowKey(entry.sk), entry]);
  });
  await eraser.deletePartition(apiKeyCountKey(workspaceId).pk);
}
