import { readOpenResets } from '#lib/auth/open-reset.ts';
import { describeUser, getUserItems, Login, listOwners, usersOfWorkspace } from '#lib/auth/stored-user.ts';
import type { OpenPasswordReset, User } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Condition, Item, Key, Write } from '#lib/storage/table.ts';
import { userCountKey } from '#lib/users/items.ts';
import type { UserPatch, WorkspaceUser } from '#lib/users/user.ts';
import { timeOfId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { type Principal, requireLastingAccess } from '#lib/values/principal.ts';
import { invalidField } from '#lib/values/problem.ts';

type TableService = Pick<Services, 'table'>;
type UserServices = Pick<Services, 'table' | 'now'>;

/** Newest first. The index has only keys, so the users of a page are read individually. */
export function listUsers(
  services: UserServices,
  principal: Principal,
  request: PageRequest,
): Promise<Page<WorkspaceUser>> {
  const { table } = services;

  return queryPage(table, {
    ...usersOfWorkspace(principal.workspaceId),
    request,
    read: async (entries) => {
      const items = await table.getMany(entries.map(keyOf));
      const resets = await readOpenResets(services, principal, items);
      const byKey = new Map(items.map((item) => [item.pk, toWorkspaceUser(item, resets)]));

      return entries.map(({ pk }) => byKey.get(pk));
    },
  });
}

/** @throws Problem 404 */
export async function getUser(
  services: UserServices,
  principal: Principal,
  userId: string,
): Promise<WorkspaceUser> {
  const { login } = await getUserItems(services, principal.workspaceId, userId);

  return toWorkspaceUser(login, await readOpenResets(services, principal, [login]));
}

/**
 * Changes name and role.
 * @throws Problem 403 for a role that would outlive the API key; 404; 422 for the demotion of the last owner
 */
export async function planUserUpdate(
  services: UserServices,
  principal: Principal,
  userId: string,
  patch: UserPatch,
): Promise<Change<WorkspaceUser>> {
  if (patch.role !== undefined) requireLastingAccess(principal);
  const { workspaceId } = principal;
  const { login, credential } = await getUserItems(services, workspaceId, userId);
  const before = toWorkspaceUser(login, await readOpenResets(services, principal, [login]));
  const { name = before.name, role = before.role } = patch;
  if (name === before.name && role === before.role)
    return { writes: [], basedOn: before.updatedAt, result: before };
  const now = services.now();
  const updatedAt = timestampAfter(before.updatedAt, now);
  const isDemotion = before.role === 'owner' && role !== 'owner';

  return {
    writes: [
      {
        update: keyOf(login),
        set: { name, role, updatedAt },
        if: unchangedCondition(login),
        otherwise: stale,
      },
      {
        update: keyOf(credential),
        set: { role, ...(role === 'owner' && before.role !== 'owner' && { ownerSince: now }) },
        if: { pk: 'present' },
        otherwise: stale,
      },
      ...(isDemotion ? [await otherOwnerCheck(services, workspaceId, userId, 'role')] : []),
    ],
    basedOn: before.updatedAt,
    before,
    result: { ...before, name, role, updatedAt },
  };
}

/**
 * Removes a user with all sessions, effective from the next request.
 * @throws Problem 404; 422 for the last owner
 */
export async function planUserRemoval(
  services: TableService,
  workspaceId: string,
  userId: string,
): Promise<Change<undefined>> {
  const { writes, result } = await planRemovalOfAnyUser(services, workspaceId, userId);
  const needsOwner = result.role === 'owner';
  const check = needsOwner ? [await otherOwnerCheck(services, workspaceId, userId, '')] : [];

  return { writes: [...writes, ...check], before: result, result: undefined };
}

/** As `planUserRemoval`, also for the last owner. @throws Problem 404 */
export async function planRemovalOfAnyUser(
  { table }: TableService,
  workspaceId: string,
  userId: string,
): Promise<Change<User>> {
  const { login, credential } = await getUserItems({ table }, workspaceId, userId);
  const own = await table.query({ pk: credential.pk, limit: ownItemsMax });

  return {
    writes: [
      { delete: keyOf(login), if: unchangedCondition(login), otherwise: stale },
      ...own.items.map((item) => ({ delete: keyOf(item) })),
      { update: userCountKey(workspaceId), add: { users: -1 } },
    ],
    result: describeUser(Login.parse(login)),
  };
}

/** The credential, and 50 descriptions of sessions. Descriptions that remain expire within 30 days. */
const ownItemsMax = 51;

/**
 * A check that another user is still an owner when the change is committed. Transactions are serialisable, so of two owners
 * that remove each other at the same time, only one succeeds.
 * @param path of the field that the error names
 */
async function otherOwnerCheck(
  { table }: TableService,
  workspaceId: string,
  userId: string,
  path: string,
): Promise<Write> {
  const [owner] = await listOwners(table, workspaceId, userId);
  if (!owner) {
    const message = 'is the last owner of the workspace: make another user an owner first';
    throw invalidField(path, 'last_owner', path === '' ? `the user ${message}` : message);
  }

  return { check: owner.key, if: { role: { is: 'owner' } }, otherwise: stale };
}

const stale = () => new StaleDecision('the users of the workspace changed concurrently');

/** A condition that fails if the user's role or name has changed. A change of the name sets `updatedAt`. */
function unchangedCondition({ role, updatedAt }: Item): Condition {
  return {
    pk: 'present',
    role: role === undefined ? 'absent' : { is: String(role) },
    updatedAt: updatedAt === undefined ? 'absent' : { is: String(updatedAt) },
  };
}

function toWorkspaceUser(item: Item, resets: ReadonlyMap<string, OpenPasswordReset>): WorkspaceUser {
  const login = Login.parse(item);
  const createdAt = timestamp(timeOfId(login.userId));

  return {
    ...describeUser(login),
    createdAt,
    updatedAt: login.updatedAt ?? createdAt,
    passwordReset: resets.get(item.pk) ?? null,
  };
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });
