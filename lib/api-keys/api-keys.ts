import type { ApiKey, CreatedApiKey, NewApiKey } from '#lib/api-keys/api-key.ts';
import {
  apiKeyEntryKey,
  apiKeysPartition,
  Credential,
  credentialKey,
  toApiKey,
} from '#lib/api-keys/items.ts';
import { keyIdOf, newToken, tokenHash, tokenHints } from '#lib/api-keys/token.ts';
import type { ApiKeyPrincipal, Authentication, Principal } from '#lib/auth/principal.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { invalidField, notFound } from '#lib/http/problem.ts';
import { takeFromWindow } from '#lib/http/rate-window.ts';
import type { Change } from '#lib/runtime/change.ts';
import { newId, timestamp } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table } from '#lib/storage/table.ts';

/** Requests per minute and key: specification, section 8. */
const apiKeyLimit = 100;

/** Checks a token, counts the request and notes the use: one write in an open window. Nothing is cached, so a revoked key stops at once. */
export async function authenticateApiKey(
  table: Table,
  token: string,
  now: number,
): Promise<Authentication<ApiKeyPrincipal>> {
  const keyId = keyIdOf(token);
  if (keyId === undefined) return { kind: 'refused' };
  const secretHash = tokenHash(token);

  const taken = await takeFromWindow(table, {
    key: credentialKey(keyId),
    limit: apiKeyLimit,
    now,
    set: { lastUsedAt: now },
    guard: {
      condition: { secretHash: { is: secretHash }, validUntil: { above: now } },
      holds: (item) => item['secretHash'] === secretHash && Number(item['validUntil']) > now,
    },
  });
  if (taken.kind !== 'taken') return taken;
  const { workspaceId, scope } = Credential.parse(taken.item);

  return {
    kind: 'taken',
    principal: { kind: 'api_key', id: keyId, workspaceId, scope },
    window: taken.window,
  };
}

export function planApiKey(
  { now }: Services,
  { workspaceId, id: createdBy }: Pick<Principal, 'workspaceId' | 'id'>,
  input: NewApiKey,
): Change<CreatedApiKey> {
  const createdAt = now();
  const expiresAt = input.expiresAt === null ? undefined : Date.parse(input.expiresAt);
  if (expiresAt !== undefined && expiresAt <= createdAt) {
    throw invalidField('expiresAt', 'future', 'must lie in the future');
  }
  const keyId = newId('key', createdAt);
  const token = newToken(keyId);
  const item: Item = {
    ...credentialKey(keyId),
    keyId,
    workspaceId,
    scope: input.scope,
    name: input.name,
    ...tokenHints(token),
    createdBy,
    createdAt: timestamp(createdAt),
    expiresAt,
    secretHash: tokenHash(token),
    // One comparison tells whether a key is valid; revoking sets it to 0.
    validUntil: expiresAt ?? Number.MAX_SAFE_INTEGER,
  };

  return {
    writes: [{ put: item, if: { pk: 'absent' } }, { put: { ...apiKeyEntryKey(workspaceId, keyId), keyId } }],
    result: { ...toApiKey(item), key: token },
  };
}

/** The entry's condition says that the key is this workspace's and not revoked already. */
export function planRevocation(workspaceId: string, keyId: string): Change<undefined> {
  return {
    writes: [
      { delete: apiKeyEntryKey(workspaceId, keyId), if: { pk: 'present' }, otherwise: notFound },
      { update: credentialKey(keyId), set: { validUntil: 0 }, if: { pk: 'present' } },
    ],
    result: undefined,
  };
}

/** `lastUsedAt` lives on the credentials, which no list holds: one more round trip, so that a request costs one write. */
export async function listApiKeys(
  { table }: Services,
  workspaceId: string,
  request: PageRequest,
): Promise<Page<ApiKey>> {
  const page = await queryPage(table, {
    partitions: [apiKeysPartition(workspaceId)],
    request,
    read: (items) => items.map(({ sk }) => sk),
  });
  const credentials = await table.getMany(page.data.map(credentialKey));
  const byId = new Map(credentials.map(toApiKey).map((apiKey) => [apiKey.id, apiKey]));

  return { ...page, data: page.data.flatMap((keyId) => byId.get(keyId) ?? []) };
}
