import { loginKey, userCredentialKey, usersIndex } from '#lib/auth/items.ts';
import { callerWindowKey } from '#lib/http/caller-window.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

/** Deletes users with their sessions. */
export async function eraseUsers(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ index: 'gsi4', pk: usersIndex(workspaceId) }, async ({ gsi4sk, pk }) => {
    // The credential and the descriptions of its sessions are one partition.
    await eraser.deletePartition(userCredentialKey(String(gsi4sk)).pk);
    await eraser.deleteKeys([callerWindowKey(String(gsi4sk)), loginKey(pk.slice('LOGIN#'.length))]);
  });
}
