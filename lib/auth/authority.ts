import { apiKeyCredentialKey } from '#lib/api-keys/token.ts';
import { isOwner, userCredentialKey } from '#lib/auth/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { keyOfWrite } from '#lib/storage/item.ts';
import {
  type Condition,
  type Item,
  itemLookup,
  type Key,
  type Table,
  type Write,
} from '#lib/storage/table.ts';
import type { Principal } from '#lib/values/principal.ts';
import { type Problem, problem } from '#lib/values/problem.ts';

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
 * The writes of a change with a check that the caller was not removed, demoted or revoked during the request, which can be long: a
 * mail server of the caller decides how long a login takes. A transaction has one write for each item, so a write to the caller's own
 * credential gets the condition of the check. Contracts with `authority:check` have it.
 */
export function callerCheckedWrites(principal: Principal, writes: readonly Write[], now: number): Write[] {
  const key = callerKey(principal);
  const otherwise = () => endedAuthority(principal);
  const condition: Condition =
    principal.kind === 'api_key'
      ? { validUntil: { above: now } }
      : { role: { is: principal.role }, [principal.session.attribute]: 'present' };
  const own = writes.find((write) => {
    const { pk, sk } = keyOfWrite(write);

    return pk === key.pk && sk === key.sk;
  });
  if (!own) return [{ check: key, if: condition, otherwise }, ...writes];
  const checked: Write = {
    ...own,
    if: [own.if ?? {}].flat().map((each) => ({ ...each, ...condition })),
    otherwise: (found) =>
      own.otherwise && hasCallerAuthority(principal, found, now) ? own.otherwise(found) : otherwise(),
  };

  return writes.map((write) => (write === own ? checked : write));
}

/** The same rule, for a decision that is repeated after a conflict. @throws Problem 401 */
export async function requireCallerAuthority(
  { table, now }: Pick<Services, 'table' | 'now'>,
  principal: Principal,
): Promise<void> {
  const credential = await table.get(callerKey(principal), { consistent: true });
  if (!hasCallerAuthority(principal, credential, now())) throw endedAuthority(principal);
}

function hasCallerAuthority(principal: Principal, credential: Item | undefined, now: number): boolean {
  return principal.kind === 'api_key'
    ? Number(credential?.['validUntil'] ?? 0) > now
    : credential?.['role'] === principal.role && credential[principal.session.attribute] !== undefined;
}

function callerKey({ kind, id }: Principal): Key {
  return kind === 'api_key' ? apiKeyCredentialKey(id) : userCredentialKey(id);
}

function endedAuthority({ kind }: Principal): Problem {
  const end = kind === 'api_key' ? 'API key was revoked' : 'session ended or got another role';

  return problem('UNAUTHORIZED', `the ${end} during this request`);
}
