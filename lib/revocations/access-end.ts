import { createdKeyIds, keyRevocationWrites, readKeyTree } from '#lib/api-keys/revoke.ts';
import { actorOf, auditPut } from '#lib/audit-log/record.ts';
import { callerCheckedWrites } from '#lib/auth/authority.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { CreatedKeys, CreatedOptions } from '#lib/values/created-resources.ts';
import type { Principal } from '#lib/values/principal.ts';
import { type CreatedWebhooks, disablingWrites, readCreatedWebhooks } from '#lib/webhooks/disable.ts';

type AccessServices = Pick<Services, 'table' | 'now'>;

/** Revokes a key, with the keys that it created as requested, or removes a user. */
type PlanEnd = (
  services: AccessServices,
  workspaceId: string,
  id: string,
  createdKeys: CreatedKeys,
) => Promise<Change<undefined>>;

interface AccessEnd {
  /** The caller. */
  readonly principal: Principal;
  readonly requestId: string;
  /** The id of the API key to revoke, or of the user to remove. */
  readonly params: { readonly id: string };
  readonly query: CreatedOptions;
}

/** Writes to keys and webhooks in one transaction of `prepareAccessEnd`. */
const chunkWritesMax = 80;

/**
 * Ends created keys and webhooks in separate transactions until the others fit the transaction of `planAccessEnd`. If a transaction
 * fails, the key or user remains, and a repeated request continues.
 * @throws as `planAccessEnd`
 */
export async function prepareAccessEnd(
  services: AccessServices,
  request: AccessEnd,
  planEnd: PlanEnd,
): Promise<void> {
  const { principal, requestId, params } = request;
  const { workspaceId } = principal;
  const operation = isKey(request) ? 'DELETE /api-keys/{id}' : 'DELETE /users/{id}';
  const record = { actor: actorOf(principal), operation, resourceId: params.id, requestId };
  const endChunk = async () => {
    const created = await readCreated(services, request);
    if (created.webhooks.length + 2 * created.keyIds.length <= remainingWrites(request)) return false;
    // Nothing ends if the key or user does not exist, or is the last owner.
    await planAccessEnd(services, request, planEnd);
    const audit = auditPut(workspaceId, record, services.now());
    const first = firstOf(created, principal);
    const { webhookWrites, keyWrites } = writesOf(services, request, first);
    const writes = callerCheckedWrites(principal, [...webhookWrites, ...keyWrites], services.now());
    await commit(services, workspaceId, { writes }, [audit]);

    return first.webhooks.length + first.keyIds.length > 0;
  };
  let hasMore = true;
  while (hasMore) hasMore = await retryOnConflict(endChunk);
}

/**
 * Revokes a key or removes a user, with what it created as requested.
 * @throws Problem 404; 422 for the last owner
 */
export async function planAccessEnd(
  services: AccessServices,
  request: AccessEnd,
  planEnd: PlanEnd,
): Promise<Change<undefined>> {
  const { principal, params, query } = request;
  const { workspaceId } = principal;
  const change = await planEnd(services, workspaceId, params.id, query.createdKeys);
  const { webhookWrites, keyWrites } = writesOf(services, request, await readCreated(services, request));

  return {
    ...change,
    // The revocation of a key includes the keys that it created.
    writes: [...change.writes, ...webhookWrites, ...(isKey(request) ? [] : keyWrites)],
  };
}

const isKey = ({ params }: AccessEnd) => params.id.startsWith('key_');

/**
 * The writes to created keys and webhooks that fit the transaction of `planAccessEnd`, of at most 100. A removal has up to 59 other
 * writes, for 50 sessions. A revocation has 7, or 54 if 47 other keys get a new parent.
 */
function remainingWrites(request: AccessEnd): number {
  return isKey(request) && request.query.createdKeys === 'revoke' ? 93 : 40;
}

/** What a key or user created and what has not ended, with the webhooks of `keyIds`. Without a request to end it, none. */
interface Created extends CreatedWebhooks {
  readonly tree: Awaited<ReturnType<typeof readKeyTree>> | undefined;
  /** A key follows the keys that it created, so the first ones can be revoked before the others. */
  readonly keyIds: readonly string[];
}

async function readCreated({ table, now }: AccessServices, request: AccessEnd): Promise<Created> {
  const { principal, params, query } = request;
  const { workspaceId } = principal;
  const tree = query.createdKeys === 'revoke' ? await readKeyTree(table, workspaceId) : undefined;
  const keyIds = tree ? createdKeyIds(tree, params.id) : [];
  if (query.createdWebhooks === 'keep') return { tree, keyIds, counter: undefined, webhooks: [] };

  return { tree, keyIds, ...(await readCreatedWebhooks(table, workspaceId, [params.id, ...keyIds], now())) };
}

/**
 * The key of the caller, and the keys from which it results, end with the last transaction, because each transaction checks the caller.
 */
function firstOf({ webhooks, keyIds, tree, ...created }: Created, { id: callerId }: Principal): Created {
  const first = webhooks.slice(0, chunkWritesMax);
  const isLast = (keyId: string) =>
    keyId === callerId || (tree && createdKeyIds(tree, keyId).includes(callerId));
  const others = keyIds.filter((keyId) => !isLast(keyId));

  return { ...created, tree, webhooks: first, keyIds: others.slice(0, (chunkWritesMax - first.length) / 2) };
}

/** They fail if further keys or webhooks were created concurrently. */
function writesOf({ now }: AccessServices, { principal, query }: AccessEnd, created: Created) {
  const { tree, keyIds } = created;
  const isDisabling = query.createdWebhooks === 'disable';

  return {
    webhookWrites: isDisabling ? disablingWrites(principal.workspaceId, created, now()) : [],
    keyWrites: tree ? keyRevocationWrites(tree, keyIds) : [],
  };
}
