import { createHmac } from 'node:crypto';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { MessageIds } from '#lib/links/token.ts';
import { newId } from '#lib/values/ids.ts';

/** Tokens with fixed keys, without KMS. */
export const workspaceKeys: TokenSigner = {
  sign: async (workspaceId, text) =>
    createHmac('sha256', workspaceId).update(text).digest('hex').slice(0, 32),
  verify: async (workspaceId, text, code) => (await workspaceKeys.sign(workspaceId, text)) === code,
};

export function sampleEmailIds(): MessageIds {
  const now = Date.now();

  return {
    workspaceId: newId('wsp', now),
    campaignId: newId('cmp', now),
    contactId: newId('con', now),
    executionId: newId('exe', now),
    stepId: newId('stp', now),
  };
}
