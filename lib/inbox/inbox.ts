import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import type { Services } from '#lib/runtime/services.ts';

/** The inbox of an email account. */
export interface Inbox {
  readonly workspaceId: string;
  readonly accountId: string;
}

export interface InboxServices extends Services {
  readonly vault: Vault;
  readonly signer: TokenSigner;
}
