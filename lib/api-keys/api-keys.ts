import { type ApiKey, apiKeysMax, type CreatedApiKey, type NewApiKey } from '#lib/api-keys/api-key.ts';
import {
  apiKeyCountKey,
  apiKeyEntryKey,
  apiKeysPartition,
  credentialKey,
  readEntries,
  toApiKey,
} from '#lib/api-keys/items.ts';
import { newToken, tokenHash, tokenHints } from '#lib/api-keys/token.ts';
import type { Change } from '#lib/commit/change.ts';
import { callerWindowKey } from '#lib/http/caller-window.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { periodLimitUpdate } from '#lib/http/period-limit.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, itemLookup, type Table, type Write } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * Plans a new key with its token, which is returned once.
 * @throws Problem 422 when the key would expire after the key that creates it. The commit throws Problem 422 when the workspace
 * has `apiKeysMax` keys, and RateLimited when it created `apiKeysMax` keys within the hour. An operator's keys count towards
 * the first limit only.
 */
export function planApiKey(
  { now }: Pick<Services, 'now'>,
  creator: Creator,
  input: NewApiKey,
): Change<CreatedApiKey> {
  const { workspaceId, id: createdBy } = creator;
  const createdAt = now();
  const expiresAt = input.expiresAt === null ? undefined : Date.parse(input.expiresAt);
  checkExpiry(expiresAt, creator, createdAt);
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
    // A single comparison checks validity; revoking sets it to 0.
    validUntil: expiresAt ?? Number.MAX_SAFE_INTEGER,
  };

  return {
    writes: [
      keyCountUpdate(workspaceId),
      ...(isOperator(creator) ? [] : [creationUpdate(workspaceId, createdAt)]),
      { put: item, if: { pk: 'absent' } },
      { put: { ...apiKeyEntryKey(workspaceId, keyId), keyId, parent: createdBy } },
    ],
    result: { ...toApiKey(item), key: token },
  };
}

/** The creator of a key: another key, a user or an operator. */
interface Creator {
  readonly workspaceId: string;
  readonly id: string;
  /** Only for a key; epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

/** Temporary access must not be extended by creating another key. */
function checkExpiry(expiresAt: number | undefined, creator: Creator, now: number): void {
  if (expiresAt !== undefined && expiresAt <= now) {
    throw invalidField('expiresAt', 'future', 'must be in the future');
  }
  const latest = creator.expiresAt;
  if (latest !== undefined && (expiresAt === undefined || expiresAt > latest)) {
    const message = `must be at or before ${timestamp(latest)}, when the API key of this request expires`;
    throw invalidField('expiresAt', 'creator_expiry', message);
  }
}

function isOperator({ id }: Creator): boolean {
  return id === 'operator';
}

/**
 * Counts a creation in its hour, even if the key is revoked: a new key has an unused rate window, so keys that are created and
 * revoked again and again could send any number of requests. All keys of a workspace can be rotated within an hour.
 */
function creationUpdate(workspaceId: string, now: number): Write {
  const message = `a workspace creates at most ${apiKeysMax} API keys in an hour`;

  return periodLimitUpdate(
    {
      partition: apiKeyCountKey(workspaceId).pk,
      per: 'hour',
      counter: 'created',
      limit: apiKeysMax,
      message,
    },
    now,
  );
}

/** The write's condition enforces the limit, even for concurrent requests. Expired keys count until they are revoked. */
function keyCountUpdate(workspaceId: string): Write {
  const message = `a workspace has at most ${apiKeysMax} API keys: revoke keys that are no longer used`;

  return {
    update: apiKeyCountKey(workspaceId),
    add: { apiKeys: 1, changes: 1 },
    if: [{ apiKeys: 'absent' }, { apiKeys: { below: apiKeysMax } }],
    otherwise: () => invalidField('', 'count', message),
  };
}

/**
 * Keys that are not revoked, newest first. The list has only the ids of the keys, so their credentials and their rate windows,
 * which have the last use, are read too.
 */
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
  const keys = page.data.flatMap((keyId) => [credentialKey(keyId), callerWindowKey(keyId)]);
  const find = itemLookup(await table.getMany(keys));
  const data = page.data.flatMap((keyId) => {
    const credential = find(credentialKey(keyId));

    return credential ? toApiKey(credential, find(callerWindowKey(keyId))) : [];
  });

  return { ...page, data };
}

/** Whether a workspace has keys that are not revoked. */
export async function hasApiKeys(table: Table, workspaceId: string): Promise<boolean> {
  return (await readEntries(table, workspaceId)).length > 0;
}
