import { hash, randomBytes } from 'node:crypto';
import type { Vault } from '#lib/crypto/vault.ts';
import { attemptKey, ConsentAttempt, verifierContext } from '#lib/oauth/items.ts';
import type { OAuthProvider } from '#lib/oauth/provider.ts';
import type { Services } from '#lib/runtime/services.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { invalidField } from '#lib/values/problem.ts';

interface AttemptServices extends Services {
  readonly vault: Vault;
}

/** The session and provider of an attempt to connect a mailbox: it ends with the session, so no other one of the user can finish it. */
export interface ConnectionRequest {
  readonly workspaceId: string;
  /** Name of its attribute. */
  readonly session: string;
  readonly provider: OAuthProvider;
}

/** Time for the user to log in at the provider and to consent. */
const attemptLifetimeMs = 10 * 60_000;

/**
 * Starts an attempt. The provider receives `state` and returns it in its callback. `verifier` is the PKCE code verifier
 * (RFC 7636).
 */
export async function beginAttempt(
  { table, vault, now }: AttemptServices,
  connectionRequest: ConnectionRequest,
  redirectUri: string,
): Promise<{ readonly state: string; readonly verifier: string }> {
  const state = randomSecret();
  const verifier = randomSecret();
  const key = attemptKey(state);
  const expiresAt = now() + attemptLifetimeMs;
  const attempt: ConsentAttempt = {
    ...connectionRequest,
    sealedVerifier: await vault.seal(connectionRequest.workspaceId, verifierContext(key), verifier),
    redirectUri,
  };
  const expiresAtEpochSeconds = Math.ceil(expiresAt / 1000);
  await table.put({ put: { ...key, ...attempt, expiresAt, expiresAtEpochSeconds } });

  return { state, verifier };
}

/**
 * Claims an attempt, at most once, before the provider's parameters are used.
 * @throws Problem 422 when the attempt was already claimed, has expired, or belongs to another session, workspace or provider
 */
export async function claimConsentAttempt(
  { table, vault, now }: AttemptServices,
  { workspaceId, session, provider }: ConnectionRequest,
  state: string,
): Promise<{ readonly verifier: string; readonly redirectUri: string }> {
  const key = attemptKey(state);
  // Read first, because the conditional delete returns no attributes.
  const item = await table.get(key);
  const claimable = {
    workspaceId: { is: workspaceId },
    session: { is: session },
    provider: { is: provider },
    expiresAt: { above: now() },
  };
  const isClaimed = await transactIf(table, [{ delete: key, if: claimable }]);
  if (!isClaimed || !item) throw unknownState();
  const { sealedVerifier, redirectUri } = ConsentAttempt.parse(item);

  return { verifier: await vault.open(workspaceId, verifierContext(key), sealedVerifier), redirectUri };
}

/** Binds the ID token to the attempt. It is derived, not stored. */
export function nonceOf(state: string): string {
  return hash('sha256', `nonce ${state}`, 'base64url');
}

function unknownState() {
  return invalidField(
    'state',
    'one_time',
    'this attempt was already completed, has expired after ten minutes, or was started in another session: start again',
  );
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
