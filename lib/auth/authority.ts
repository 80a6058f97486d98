import { apiKeyCredentialKey } from '#lib/api-keys/token.ts';
import { isOwner, userCredentialKey } from '#lib/auth/items.ts';
import type { Contract } from '#lib/http/contract.ts';
import { type Item, itemLookup, type Key, type Table, type Write } from '#lib/storage/table.ts';
import type { Principal } from '#lib/values/principal.ts';
import { problem } from '#lib/values/problem.ts';

/** An invitation or a password reset. */
interface MadeToken {
  /** Undefined for the operator. */
  readonly createdBy: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/**
 * A check, for the transaction in which a token is used, that the owner or API key that made the token still has this authority. So
 * tokens end with the removal or demotion of a user and with the revocation of a key. `hasMakerAuthority` is the same rule for
 * items that were read.
 */
export function makerChecks(
  { createdBy, createdAt }: MadeToken,
  now: number,
  otherwise: () => Error,
): Write[] {
  if (createdBy?.startsWith('usr_')) {
    // A demotion ends tokens permanently, even if the user becomes an owner again.
    const isOwnerSince = [
      { ...isOwner, ownerSince: 'absent' },
      { ...isOwner, ownerSince: { atMost: createdAt } },
    ] as const;

    return [{ check: userCredentialKey(createdBy), if: isOwnerSince, otherwise }];
  }
  if (createdBy?.startsWith('key_'))
    return [{ check: apiKeyCredentialKey(createdBy), if: { validUntil: { above: now } }, otherwise }];

  return [];
}

/** @param credential of the creator; undefined if the creator does not exist */
function hasMakerAuthority(
  { createdBy, createdAt }: MadeToken,
  credential: Item | undefined,
  now: number,
): boolean {
  if (createdBy?.startsWith('usr_')) {
    if (!credential) return false;
    const { role, ownerSince = createdAt } = credential;

    return role === 'owner' && Number(ownerSince) <= createdAt;
  }

  return createdBy?.startsWith('key_') ? Number(credential?.['validUntil'] ?? 0) > now : true;
}

/** The tokens with a creator that still has the authority to make them. */
export async function withMakerAuthority<Token extends MadeToken>(
  table: Table,
  tokens: readonly Token[],
  now: number,
): Promise<Token[]> {
  const keys = tokens.flatMap(({ createdBy }) => makerKeyOf(createdBy) ?? []);
  const find = itemLookup(keys.length > 0 ? await table.getMany(keys, { consistent: true }) : []);

  return tokens.filter((token) => {
    const key = makerKeyOf(token.createdBy);

    return hasMakerAuthority(token, key && find(key), now);
  });
}

function makerKeyOf(createdBy = ''): Key | undefined {
  if (createdBy.startsWith('usr_')) return userCredentialKey(createdBy);

  return createdBy.startsWith('key_') ? apiKeyCredentialKey(createdBy) : undefined;
}

/**
 * A check, for the transaction of a change, that the caller was not removed, demoted or revoked during the request, which can be long: a
 * mail server of the caller decides how long a login takes. Contracts with `authority:check` have it.
 * @param writes of the change; one to the caller's own credential has separate conditions
 */
export function callerChecks(
  { needs }: Pick<Contract, 'needs'>,
  principal: Principal,
  writes: readonly Write[],
  now: number,
): Write[] {
  if (!needs.includes('authority:check')) return [];
  const isOfKey = principal.kind === 'api_key';
  const key = isOfKey ? apiKeyCredentialKey(principal.id) : userCredentialKey(principal.id);
  if (writes.some((write) => 'update' in write && write.update.pk === key.pk)) return [];
  const otherwise = () =>
    problem(
      'UNAUTHORIZED',
      `the ${isOfKey ? 'API key was revoked' : 'session ended or got another role'} during this request`,
    );

  if (isOfKey) return [{ check: key, if: { validUntil: { above: now } }, otherwise }];
  const { role, session } = principal;

  return [
    {
      check: key,
      if: { role: { is: role }, [session.attribute]: 'present' },
      otherwise,
    },
  ];
}
