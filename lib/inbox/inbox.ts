import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import type { Services } from '#lib/runtime/services.ts';

/** A folder of an email account's mailbox. */
export interface Inbox {
  readonly workspaceId: string;
  readonly accountId: string;
  /** The account's own address, normalised. */
  readonly address: string;
  /** `folderKey`; empty for INBOX. */
  readonly folder: string;
}

export interface InboxServices extends Services {
  readonly vault: Vault;
  readonly signer: TokenSigner;
}
