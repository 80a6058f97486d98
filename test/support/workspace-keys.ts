import { createHmac } from 'node:crypto';
import type { Vault } from '#lib/crypto/vault.ts';
import { newId } from '#lib/runtime/ids.ts';
import type { MailIds } from '#lib/tracking/token.ts';

/** Codes as the vault makes them, under keys that need no key service. */
export const workspaceKeys: Pick<Vault, 'authenticate' | 'isAuthentic'> = {
  authenticate: async (workspaceId, text) =>
    createHmac('sha256', workspaceId).update(text).digest('hex').slice(0, 32),
  isAuthentic: async (workspaceId, text, code) =>
    (await workspaceKeys.authenticate(workspaceId, text)) === code,
};

export function someMail(): MailIds {
  const now = Date.now();

  return {
    workspaceId: newId('wsp', now),
    campaignId: newId('cmp', now),
    contactId: newId('con', now),
    executionId: newId('exe', now),
    stepId: newId('stp', now),
  };
}
