import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Vault } from '#lib/crypto/vault.ts';
import {
  type GrantItem,
  grantKey,
  type TokenServers,
  toGrant,
  tokenContext,
} from '#lib/email-accounts/items.ts';
import { findClient } from '#lib/oauth/client.ts';
import { TokensDenied } from '#lib/oauth/denied.ts';
import { refreshTokens, type Tokens } from '#lib/oauth/tokens.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/table.ts';

/** No access token is available. `auth`: the account must be reconnected. */
export class GrantUnavailable extends Error {
  readonly kind: 'auth' | 'unreachable';

  constructor(kind: GrantUnavailable['kind'], options?: ErrorOptions) {
    super(`grant: ${kind}`, options);
    this.name = 'GrantUnavailable';
    this.kind = kind;
  }
}

/** An account with a grant, and the servers to which its tokens are bound. */
type GrantedAccount = TokenServers & { readonly id: string };

/** A token with less remaining lifetime might expire during use. */
const lifetimeReserveMs = 5 * 60_000;

export interface GrantServices extends Services {
  readonly vault: Vault;
  /** Whether a provider or a mail server may be on the local machine: only in the local stack. */
  readonly loopback: 'allow' | 'refuse';
}

/**
 * Returns the stored access token if it is valid for the next minutes, otherwise a new token.
 * @param rejectedToken a token that the mail server rejected; a different token is returned
 * @throws GrantUnavailable; Error when the account was disconnected concurrently
 */
export async function accessToken(
  services: GrantServices,
  workspaceId: string,
  account: GrantedAccount,
  { rejectedToken }: { readonly rejectedToken?: string } = {},
): Promise<string> {
  const grant = await readGrant(services, workspaceId, account.id);
  const token = await openToken(services, workspaceId, account, grant);
  const isUsable = token !== rejectedToken && grant.accessExpiresAt - services.now() > lifetimeReserveMs;
  if (isUsable) return token;

  return refresh(services, { workspaceId, account, grant, token, rejectedToken });
}

interface ExpiringToken {
  readonly workspaceId: string;
  readonly account: GrantedAccount;
  readonly grant: GrantItem;
  readonly token: string;
  readonly rejectedToken: string | undefined;
}

/**
 * Refreshes the tokens. Providers may also replace the refresh token (RFC 6749, section 6). Of concurrent workers, one writes
 * its result and the others use it. A crash between the provider's response and the write is harmless with Google, which
 * keeps the refresh token, and Microsoft, which accepts the old one. With a provider that invalidates the old refresh token
 * immediately, the account must be reconnected after such a crash.
 */
async function refresh(services: GrantServices, expiring: ExpiringToken): Promise<string> {
  const { workspaceId, account, grant } = expiring;
  let tokens: Tokens;
  try {
    tokens = await requestTokens(services, expiring);
  } catch (error) {
    if (!(error instanceof TokensDenied)) throw error;

    return handleDenial(services, expiring, error);
  }
  const written = await updateIf(services.table, {
    update: grantKey(workspaceId, account.id),
    set: await sealTokens(services, workspaceId, account, tokens),
    if: { version: { is: grant.version } },
  });
  if (written) return tokens.accessToken;
  const storedGrant = await readGrant(services, workspaceId, account.id);

  return openToken(services, workspaceId, account, storedGrant);
}

async function handleDenial(
  services: GrantServices,
  expiring: ExpiringToken,
  denied: TokensDenied,
): Promise<string> {
  const { workspaceId, account, grant, token, rejectedToken } = expiring;
  const options = { cause: denied };
  if (denied.kind === 'refused') {
    const changed = await awaitChangedGrant(services, expiring);
    if (!changed) throw new GrantUnavailable('auth', options);

    return openToken(services, workspaceId, account, changed);
  }
  if (denied.kind === 'client')
    log('error', 'oauth client refused', { accountId: account.id, code: grant.provider }, denied);
  // The stored token is still valid for a while, probably longer than the provider's problem lasts.
  if (token !== rejectedToken && grant.accessExpiresAt > services.now()) return token;
  throw new GrantUnavailable('unreachable', options);
}

/** Another worker may have used the refresh token and not yet written the result. */
async function awaitChangedGrant(
  services: GrantServices,
  { workspaceId, account, grant }: ExpiringToken,
): Promise<GrantItem | undefined> {
  for (const waitMs of [0, 200, 800]) {
    await pause(waitMs);
    const current = await readGrant(services, workspaceId, account.id);
    if (current.version !== grant.version) return current;
  }

  return undefined;
}

async function requestTokens(
  services: GrantServices,
  { workspaceId, account, grant }: ExpiringToken,
): Promise<Tokens> {
  const client = await findClient(services, grant.provider);
  if (!client) throw new TokensDenied('client');
  const context = tokenContext(account.id, 'refresh', account);
  const refreshToken = await services.vault.open(workspaceId, context, grant.sealedRefreshToken);

  return refreshTokens(client, refreshToken, services.loopback);
}

/** A grant's attributes for new tokens. Without a new refresh token, the stored one is kept. */
export async function sealTokens(
  { vault, now }: Pick<GrantServices, 'vault' | 'now'>,
  workspaceId: string,
  account: GrantedAccount,
  { accessToken: access, refreshToken, lifetimeSeconds }: Tokens,
): Promise<Omit<GrantItem, 'provider' | 'sealedRefreshToken'> & { readonly sealedRefreshToken?: string }> {
  return {
    sealedAccessToken: await vault.seal(workspaceId, tokenContext(account.id, 'access', account), access),
    ...(refreshToken !== undefined && {
      sealedRefreshToken: await vault.seal(
        workspaceId,
        tokenContext(account.id, 'refresh', account),
        refreshToken,
      ),
    }),
    accessExpiresAt: now() + Math.floor(lifetimeSeconds * 1000),
    version: randomUUID(),
  };
}

async function readGrant(
  { table }: GrantServices,
  workspaceId: string,
  accountId: string,
): Promise<GrantItem> {
  const item = await table.get(grantKey(workspaceId, accountId));
  if (!item) throw new Error('the account no longer has tokens');

  return toGrant(item);
}

function openToken(
  { vault }: GrantServices,
  workspaceId: string,
  account: GrantedAccount,
  { sealedAccessToken }: GrantItem,
): Promise<string> {
  return vault.open(workspaceId, tokenContext(account.id, 'access', account), sealedAccessToken);
}
