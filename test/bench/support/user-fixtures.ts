import { hashPassword } from '#lib/auth/password.ts';
import { sessionCookie } from '#lib/auth/session-cookie.ts';
import { authenticateSession, openSession } from '#lib/auth/sessions.ts';
import { commit } from '#lib/commit/commit.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { planUser } from '#lib/users/create.ts';
import { NewInvitation } from '#lib/users/invitation.ts';
import { planInvitation } from '#lib/users/invitations.ts';
import { newId } from '#lib/values/ids.ts';
import type { ApiKeyPrincipal } from '#lib/values/principal.ts';
import { emailedToken, useSender } from '../../support/emailed-token.ts';
import type { Bench } from './bench.ts';
import { seedAccount } from './fixtures.ts';

export const password = 'correct horse battery staple';
const quick = { cost: 16, blockSize: 1, parallelization: 1 };

export async function seedUser(bench: Bench, workspaceId: string, number = 0) {
  const email = `ada-${number}-${workspaceId.slice(-6)}@customer.example`;
  const hash = await hashPassword(password, quick);
  const change = planUser(bench, workspaceId, { email, name: 'Ada Lovelace', role: 'owner' }, hash);
  await commit(bench, workspaceId, change);

  return change.result;
}

/** A session of a user with an open rate limit window. */
export async function seedSession(bench: Bench, workspaceId: string): Promise<string> {
  const { id } = await seedUser(bench, workspaceId);

  return seedSessionOf(bench, id);
}

export async function seedSessionOf(bench: Bench, userId: string): Promise<string> {
  const session = await openSession(bench.table, { userId, passwordVersion: 1 }, bench.now());
  if (!session) throw new Error('a user without a password');
  await authenticateSession(bench.table, session, bench.now());

  return sessionCookie(session, bench.now()).split(';')[0] ?? '';
}

export async function seedInvitation(bench: Bench, workspaceId: string, number = 0) {
  const invitation = NewInvitation.parse({
    email: `grace-${number}-${workspaceId.slice(-6)}@customer.example`,
    role: 'member',
  });
  const { id } = await seedUser(bench, workspaceId, number + 1000);
  const principal: ApiKeyPrincipal = {
    kind: 'api_key',
    id,
    name: 'bench',
    workspaceId,
    scope: 'full-access',
    expiresAt: undefined,
  };
  await seedSender(bench);
  // A workspace sends 50 invitations in a day.
  const now = () => bench.now() - Math.floor(number / 50) * 86_400_000;
  const services = { ...bench, now, vault: kmsVault(bench), signer: kmsTokenSigner() };
  const change = await planInvitation(services, principal, invitation);
  await commit(services, workspaceId, change);

  return { id: change.result.id, token: await emailedToken(workspaceId, change.result, bench) };
}

/** Makes an account the mailbox that sends the emails of the service. */
export async function seedSender(bench: Bench): Promise<void> {
  const workspaceId = newId('wsp', bench.now());
  await useSender(workspaceId, await seedAccount(bench, workspaceId), bench);
}
