import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Vault } from '#lib/crypto/vault.ts';
import {
  accessTokenContext,
  type GrantItem,
  grantKey,
  refreshTokenContext,
  toGrant,
} from '#lib/email-accounts/items.ts';
import { findClient } from '#lib/oauth/client.ts';
import { TokensDenied } from '#lib/oauth/denied.ts';
import { refreshTokens, type Tokens } from '#lib/oauth/tokens.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/update-if.ts';

/** There is no access token to log in by. `auth`: not before somebody reconnects the account. */
export class GrantUnavailable extends Error {
  readonly kind: 'auth' | 'unreachable';

  constructor(kind: GrantUnavailable['kind'], options?: ErrorOptions) {
    super(`grant: ${kind}`, options);
    this.name = 'GrantUnavailable';
    this.kind = kind;
  }
}

/** A token that ends sooner might end during the work that it was taken for. */
const reserveMs = 5 * 60_000;

export interface GrantServices extends Services {
  readonly vault: Vault;
  /** Whether a provider may be on this machine: in the local stack only. */
  readonly loopback: 'allow' | 'refuse';
}

/**
 * A token that opens the account's mailbox for the next minutes: the one that is kept, or a new one.
 * @param insteadOf a token that the mail server has refused: only another one helps
 * @throws GrantUnavailable; Error when the account was disconnected meanwhile
 */
export async function accessToken(
  services: GrantServices,
  workspaceId: string,
  accountId: string,
  { insteadOf }: { readonly insteadOf?: string } = {},
): Promise<string> {
  const grant = await readGrant(services, workspaceId, accountId, { consistent: insteadOf !== undefined });
  const token = await openToken(services, workspaceId, accountId, grant);
  const isGood = token !== insteadOf && grant.accessExpiresAt - services.now() > reserveMs;
  if (isGood) return token;

  return refresh(services, { workspaceId, accountId, grant, token, insteadOf });
}

interface Ageing {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly grant: GrantItem;
  readonly token: string;
  readonly insteadOf: string | undefined;
}

/**
 * Providers may exchange the refresh token too (RFC 6749, section 6). Of workers that refresh at the same time one writes
 * what it got, and the others use that. Whoever ends between the provider's answer and the write has changed nothing here:
 * Google keeps the refresh token, and Microsoft lets the old one live, so that the next refresh is as good. A provider
 * that let the old one die at once would refuse it then, and its account would have to be reconnected.
 */
async function refresh(services: GrantServices, ageing: Ageing): Promise<string> {
  const { workspaceId, accountId, grant } = ageing;
  let tokens: Tokens;
  try {
    tokens = await askForTokens(services, ageing);
  } catch (error) {
    if (!(error instanceof TokensDenied)) throw error;

    return doWithout(services, ageing, error);
  }
  const written = await updateIf(services.table, {
    update: grantKey(workspaceId, accountId),
    set: await sealTokens(services, workspaceId, accountId, tokens),
    if: { version: { is: grant.version } },
  });
  if (written) return tokens.accessToken;
  const winner = await readGrant(services, workspaceId, accountId, { consistent: true });

  return openToken(services, workspaceId, accountId, winner);
}

async function doWithout(services: GrantServices, ageing: Ageing, denied: TokensDenied): Promise<string> {
  const { workspaceId, accountId, grant, token, insteadOf } = ageing;
  const options = { cause: denied };
  if (denied.kind === 'refused') {
    const changed = await changedGrant(services, ageing);
    if (!changed) throw new GrantUnavailable('auth', options);

    return openToken(services, workspaceId, accountId, changed);
  }
  if (denied.kind === 'client')
    log('error', 'oauth client refused', { accountId, code: grant.provider }, denied);
  // It lives on for a while, as likely as not longer than what is wrong with the provider.
  if (token !== insteadOf && grant.accessExpiresAt > services.now()) return token;
  throw new GrantUnavailable('unreachable', options);
}

/** Another worker may have used the refresh token up, and be about to write what it got for it. */
async function changedGrant(
  services: GrantServices,
  { workspaceId, accountId, grant }: Ageing,
): Promise<GrantItem | undefined> {
  for (const waitMs of [0, 200, 800]) {
    await pause(waitMs);
    const current = await readGrant(services, workspaceId, accountId, { consistent: true });
    if (current.version !== grant.version) return current;
  }

  return undefined;
}

async function askForTokens(
  services: GrantServices,
  { workspaceId, accountId, grant }: Ageing,
): Promise<Tokens> {
  const client = await findClient(services, grant.provider);
  if (!client) throw new TokensDenied('client');
  const context = refreshTokenContext(accountId);
  const refreshToken = await services.vault.open(workspaceId, context, grant.sealedRefreshToken);

  return refreshTokens(client, refreshToken, services.loopback);
}

/** A grant's attributes after tokens were given. Without a new refresh token the one that is there stays. */
export async function sealTokens(
  { vault, now }: Pick<GrantServices, 'vault' | 'now'>,
  workspaceId: string,
  accountId: string,
  { accessToken: access, refreshToken, lifetimeSeconds }: Tokens,
): Promise<Omit<GrantItem, 'provider' | 'sealedRefreshToken'> & { readonly sealedRefreshToken?: string }> {
  return {
    sealedAccessToken: await vault.seal(workspaceId, accessTokenContext(accountId), access),
    ...(refreshToken !== undefined && {
      sealedRefreshToken: await vault.seal(workspaceId, refreshTokenContext(accountId), refreshToken),
    }),
    accessExpiresAt: now() + Math.floor(lifetimeSeconds * 1000),
    version: randomUUID(),
  };
}

async function readGrant(
  { table }: GrantServices,
  workspaceId: string,
  accountId: string,
  options: { readonly consistent: boolean },
): Promise<GrantItem> {
  const item = await table.get(grantKey(workspaceId, accountId), options);
  if (!item) throw new Error('the account has no tokens any more');

  return toGrant(item);
}

function openToken(
  { vault }: GrantServices,
  workspaceId: string,
  accountId: string,
  { sealedAccessToken }: GrantItem,
): Promise<string> {
  return vault.open(workspaceId, accessTokenContext(accountId), sealedAccessToken);
}
