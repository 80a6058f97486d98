import { apiKeyCredentialKey } from '#lib/api-keys/token.ts';
import { userCredentialKey } from '#lib/auth/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { meetsCondition } from '#lib/storage/condition.ts';
import { keyOfWrite } from '#lib/storage/item.ts';
import { type Condition, itemLookup, type Key, type Table, type Write } from '#lib/storage/table.ts';
import type { Principal } from '#lib/values/principal.ts';
import { type Problem, problem } from '#lib/values/problem.ts';

/** An invitation, a password reset or an email of the service. */
export interface CreatedToken {
  /** Undefined for the operator. */
  readonly createdBy: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The credential that gives an authority, and the condition under which it still does. */
interface Authority {
  readonly key: Key;
  readonly if: Condition | readonly Condition[];
}

/**
 * The authority that a token depends on: of the owner or API key that created it. So tokens end with the removal or demotion of a user
 * and with the revocation of a key. A demotion ends tokens permanently, even if the user becomes an owner again.
 * @returns undefined for the operator
 */
function creatorAuthority({ createdBy = '', createdAt }: CreatedToken, now: number): Authority | undefined {
  if (createdBy.startsWith('usr_')) {
    const role = { is: 'owner' };
    // Absent for users who never had another role.
    const isOwnerSince = [
      { role, ownerSince: 'absent' },
      { role, ownerSince: { atMost: createdAt } },
    ] as const;

    return { key: userCredentialKey(createdBy), if: isOwnerSince };
  }

  return createdBy.startsWith('key_')
    ? { key: apiKeyCredentialKey(createdBy), if: { validUntil: { above: now } } }
    : undefined;
}

/** A check of the creator's authority, for the transaction in which a token is used. */
export function creatorChecks(token: CreatedToken, now: number, otherwise: () => Error): Write[] {
  const authority = creatorAuthority(token, now);

  return authority ? [{ check: authority.key, if: authority.if, otherwise }] : [];
}

/** The tokens with a creator that still has the authority to create them. */
export async function withCreatorAuthority<Token extends CreatedToken>(
  table: Table,
  tokens: readonly Token[],
  now: number,
): Promise<Token[]> {
  const authorities = tokens.map((token) => creatorAuthority(token, now));
  const keys = authorities.flatMap((authority) => authority?.key ?? []);
  const find = itemLookup(keys.length > 0 ? await table.getMany(keys) : []);

  return tokens.filter((_, position) => {
    const authority = authorities[position];

    return authority === undefined || meetsCondition(find(authority.key), authority.if);
  });
}

function callerAuthority(principal: Principal, now: number): Authority & { readonly if: Condition } {
  return principal.kind === 'api_key'
    ? { key: apiKeyCredentialKey(principal.id), if: { validUntil: { above: now } } }
    : {
        key: userCredentialKey(principal.id),
        if: { role: { is: principal.role }, [principal.session.attribute]: 'present' },
      };
}

/**
 * The writes of a change with a check that the caller was not removed, demoted or revoked during the request, which can be long: a
 * mail server of the caller decides how long a login takes. A transaction has one write for each item, so a write to the caller's own
 * credential gets the condition of the check. Contracts with `authority:check` have it.
 */
export function callerCheckedWrites(principal: Principal, writes: readonly Write[], now: number): Write[] {
  const authority = callerAuthority(principal, now);
  const otherwise = () => endedAuthority(principal);
  const own = writes.find((write) => {
    const { pk, sk } = keyOfWrite(write);

    return pk === authority.key.pk && sk === authority.key.sk;
  });
  if (!own) return [{ check: authority.key, if: authority.if, otherwise }, ...writes];
  const checked: Write = {
    ...own,
    if: [own.if ?? {}].flat().map((each) => ({ ...each, ...authority.if })),
    otherwise: (found) =>
      own.otherwise && meetsCondition(found, authority.if) ? own.otherwise(found) : otherwise(),
  };

  return writes.map((write) => (write === own ? checked : write));
}

/** The same rule, for a decision that is repeated after a conflict. @throws Problem 401 */
export async function requireCallerAuthority(
  { table, now }: Pick<Services, 'table' | 'now'>,
  principal: Principal,
): Promise<void> {
  const authority = callerAuthority(principal, now());
  const credential = await table.get(authority.key);
  if (!meetsCondition(credential, authority.if)) throw endedAuthority(principal);
}

function endedAuthority({ kind }: Principal): Problem {
  const end = kind === 'api_key' ? 'API key was revoked' : 'session ended or got another role';

  return problem('UNAUTHORIZED', `the ${end} during this request`);
}
