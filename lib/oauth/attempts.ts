import { hash, randomBytes } from 'node:crypto';
import type { Vault } from '#lib/crypto/vault.ts';
import { type Attempt, attemptKey, toAttempt, verifierContext } from '#lib/oauth/items.ts';
import type { OAuthProvider } from '#lib/oauth/provider.ts';
import type { Services } from '#lib/runtime/services.ts';
import { TransactionRefused } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

interface AttemptServices extends Services {
  readonly vault: Vault;
}

/** Who connects a mailbox, and where it is. */
export interface Connecting {
  readonly workspaceId: string;
  readonly userId: string;
  readonly provider: OAuthProvider;
}

/** As long as somebody may take to log in and to read what is asked of them. */
const attemptMs = 10 * 60_000;

/** What the provider sees of an attempt, and hands back. @returns state and verifier, 256 bits each */
export async function beginAttempt(
  { table, vault, now }: AttemptServices,
  connecting: Connecting,
  redirectUri: string,
): Promise<{ readonly state: string; readonly verifier: string }> {
  const [state, verifier] = [secret(), secret()];
  const key = attemptKey(state);
  const expiresAt = now() + attemptMs;
  const attempt: Attempt = {
    ...connecting,
    sealedVerifier: await vault.seal(connecting.workspaceId, verifierContext(key), verifier),
    redirectUri,
  };
  const expiresAtEpochSeconds = Math.ceil(expiresAt / 1000);
  await table.put({ put: { ...key, ...attempt, expiresAt, expiresAtEpochSeconds } });

  return { state, verifier };
}

/**
 * Takes an attempt, which nobody can take again: before anything is done with what the provider sent.
 * @throws Problem 422 for a state that was taken, is over, or is another user's, workspace's or provider's
 */
export async function takeAttempt(
  { table, vault, now }: AttemptServices,
  { workspaceId, userId, provider }: Connecting,
  state: string,
): Promise<{ readonly verifier: string; readonly redirectUri: string }> {
  const key = attemptKey(state);
  const item = await table.get(key, { consistent: true });
  const mine = {
    workspaceId: { is: workspaceId },
    userId: { is: userId },
    provider: { is: provider },
    expiresAt: { above: now() },
  };
  try {
    await table.transact([{ delete: key, if: mine }]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw unknownState();
    throw error;
  }
  if (!item) throw unknownState();
  const { sealedVerifier, redirectUri } = toAttempt(item);

  return { verifier: await vault.open(workspaceId, verifierContext(key), sealedVerifier), redirectUri };
}

/** Ties the ID token to the attempt without being kept. */
export function nonceOf(state: string): string {
  return hash('sha256', `nonce ${state}`, 'base64url');
}

function unknownState() {
  return invalidField(
    'state',
    'one_time',
    'this attempt was finished before, has taken more than ten minutes, or was begun by somebody else: begin again',
  );
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}
