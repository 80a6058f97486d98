import {
  isOwner,
  Login,
  loginKey,
  sessionItemPrefix,
  UserCredential,
  userCountKey,
  userCredentialKey,
  usersIndex,
} from '#lib/auth/items.ts';
import { readOpenResets } from '#lib/auth/open-reset.ts';
import type { OpenPasswordReset, UserPatch, WorkspaceUser } from '#lib/auth/user.ts';
import { describeUser, usersMax } from '#lib/auth/users.ts';
import type { Change } from '#lib/commit/change.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Condition, Item, Key, Write } from '#lib/storage/table.ts';
import { timeOfId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { type Principal, requireLastingAccess } from '#lib/values/principal.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';

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
    index: 'gsi4',
    partitions: [usersIndex(principal.workspaceId)],
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
  const item = await readLogin(services, principal.workspaceId, userId);

  return toWorkspaceUser(item, await readOpenResets(services, principal, [item]));
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
  const { table, now } = services;
  const { workspaceId } = principal;
  const item = await readLogin({ table }, workspaceId, userId);
  const before = toWorkspaceUser(item, await readOpenResets(services, principal, [item]));
  const { name = before.name, role = before.role } = patch;
  if (name === before.name && role === before.role)
    return { writes: [], basedOn: before.updatedAt, result: before };
  const updatedAt = timestampAfter(before.updatedAt, now());
  const isDemotion = before.role === 'owner' && role !== 'owner';

  return {
    writes: [
      { update: keyOf(item), set: { name, role, updatedAt }, if: unchangedCondition(item), otherwise: stale },
      {
        update: userCredentialKey(userId),
        set: { role, ...(role === 'owner' && before.role !== 'owner' && { ownerSince: now() }) },
        if: { pk: 'present' },
        otherwise: stale,
      },
      ...(isDemotion ? [await otherOwnerCheck({ table }, workspaceId, userId, 'role')] : []),
    ],
    basedOn: before.updatedAt,
    result: { ...before, name, role, updatedAt },
  };
}

/**
 * Removes a user with all sessions, effective from the next request.
 * @param options `keepsOwner`: whether the workspace must keep an owner; true by default
 * @throws Problem 404; 422 for the last owner
 */
export async function planUserRemoval(
  { table }: TableService,
  workspaceId: string,
  userId: string,
  { keepsOwner = true }: { readonly keepsOwner?: boolean } = {},
): Promise<Change<undefined>> {
  const item = await readLogin({ table }, workspaceId, userId);
  const { pk } = userCredentialKey(userId);
  const [count, sessions] = await Promise.all([
    table.get(userCountKey(workspaceId), { consistent: true }),
    table.query({ pk, sk: { prefix: sessionItemPrefix }, limit: sessionItemsMax, consistent: true }),
  ]);
  const needsOwner = keepsOwner && Login.parse(item).role === 'owner';

  return {
    writes: [
      { delete: keyOf(item), if: unchangedCondition(item), otherwise: stale },
      { delete: userCredentialKey(userId) },
      ...sessions.items.map((session) => ({ delete: keyOf(session) })),
      ...(needsOwner ? [await otherOwnerCheck({ table }, workspaceId, userId, '')] : []),
      ...userCountWrites(workspaceId, count),
    ],
    result: undefined,
  };
}

/** Maximum session descriptions that a removal deletes. Descriptions that remain expire within 30 days. */
const sessionItemsMax = 50;

/** The decrement of the user counter. Users that are older than the counter are not counted, so it may be 0. */
function userCountWrites(workspaceId: string, count: Item | undefined): Write[] {
  if (Number(count?.['users'] ?? 0) < 1) return [];

  return [
    {
      update: userCountKey(workspaceId),
      add: { users: -1 },
      if: { users: { above: 0 } },
      otherwise: stale,
    },
  ];
}

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
  const { items } = await table.query({ index: 'gsi4', pk: usersIndex(workspaceId), limit: usersMax });
  const others = items.filter(({ gsi4sk }) => gsi4sk !== userId).map(keyOf);
  const users = await table.getMany(others, { consistent: true });
  const owner = users.find((item) => Login.parse(item).role === 'owner');
  if (!owner) {
    const message = 'is the last owner of the workspace: make another user an owner first';
    throw invalidField(path, 'last_owner', path === '' ? `the user ${message}` : message);
  }

  return { check: keyOf(owner), if: isOwner, otherwise: stale };
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

/** The user's login item. @throws Problem 404 */
async function readLogin({ table }: TableService, workspaceId: string, userId: string): Promise<Item> {
  const credential = await table.get(userCredentialKey(userId), { consistent: true });
  if (!credential || credential['workspaceId'] !== workspaceId) throw notFound();
  const { addressHash } = UserCredential.parse(credential);
  const login = await table.get(loginKey(addressHash), { consistent: true });
  if (!login) throw notFound();

  return login;
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
