import { operatorPut } from '#lib/audit-log/record.ts';
import { planPassword } from '#lib/auth/new-password.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { type PasswordResetToken, planPasswordReset } from '#lib/auth/password-reset.ts';
import { findUser } from '#lib/auth/stored-user.ts';
import { NewUser, type User } from '#lib/auth/user.ts';
import { commit } from '#lib/commit/commit.ts';
import { describeIssues } from '#lib/http/issues.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { type Services, services } from '#lib/runtime/services.ts';
import { planUser } from '#lib/users/create.ts';
import { planRemovalOfAnyUser } from '#lib/users/users.ts';
import { invalid } from '#lib/values/problem.ts';
import type { AdminOptions } from './options.ts';
import { readPassword } from './standard-input.ts';

export async function createUserCommand(options: AdminOptions): Promise<User> {
  const { workspace, email, name, role } = options;

  return createUser(services(), String(workspace), {
    email,
    name,
    role,
    password: await readPassword(options),
  });
}

/** Sets the password of the user with an address, and ends all sessions of the user. */
export async function setPasswordCommand(options: AdminOptions): Promise<User> {
  return setPassword(services(), { email: options.email, password: await readPassword(options) });
}

/** Removes a user of any workspace, also its last owner: the address becomes free. */
export async function removeUserCommand({ email = '' }: AdminOptions): Promise<{ id: string }> {
  const connected = services();

  return retryOnConflict(async () => {
    const { id, workspaceId } = await findUser(connected.table, email);
    const change = await planRemovalOfAnyUser(connected, workspaceId, id);
    await commit(connected, workspaceId, change, [
      operatorPut(workspaceId, 'remove-user', id, connected.now()),
    ]);

    return { id };
  });
}

/** Creates a token for `POST /auth/reset-password`, which the command prints. */
export function createPasswordResetCommand({ email = '' }: AdminOptions): Promise<PasswordResetToken> {
  return createPasswordReset(services(), email);
}

/** @throws Problem if no user has the address */
export function createPasswordReset(connected: Services, email: string): Promise<PasswordResetToken> {
  return retryOnConflict(async () => {
    const { id, workspaceId } = await findUser(connected.table, email);
    const change = await planPasswordReset(connected, workspaceId, id);
    await commit(connected, workspaceId, change, [
      operatorPut(workspaceId, 'create-password-reset', id, connected.now()),
    ]);

    return change.result;
  });
}

/** @throws Problem if the address belongs to another user */
export async function createUser(connected: Services, workspaceId: string, input: unknown): Promise<User> {
  const user = parseNewUser(input);
  const change = planUser(connected, workspaceId, user, await hashPassword(user.password));
  await commit(connected, workspaceId, change, [
    operatorPut(workspaceId, 'create-user', change.result.id, connected.now()),
  ]);

  return change.result;
}

/** @throws Problem if no user has the address */
export async function setPassword(connected: Services, input: unknown): Promise<User> {
  // `NewUser` has the same rules for both fields, and defaults for the others.
  const { email, password } = parseNewUser(input);
  const hash = await hashPassword(password);

  return retryOnConflict(async () => {
    const { id, workspaceId } = await findUser(connected.table, email);
    const change = await planPassword(connected, workspaceId, id, hash);
    await commit(connected, workspaceId, change, [
      operatorPut(workspaceId, 'set-password', id, connected.now()),
    ]);

    return change.result;
  });
}

function parseNewUser(input: unknown): NewUser {
  const parsed = NewUser.safeParse(input, { reportInput: true });
  if (!parsed.success) throw invalid(describeIssues(parsed.error.issues));

  return parsed.data;
}
