import { randomBytes } from 'node:crypto';
import { createUser } from '../../admin/users.ts';
import { issueApiKey } from '../../admin/workspace.ts';
import type { SeededAccess } from '../ready-report.ts';
import { createRandom, seedIds } from './random.ts';
import { planStory } from './story.ts';
import { createWorld, type HistorySettings, type World } from './world.ts';

const users = [
  { role: 'owner', name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com' },
  { role: 'member', name: 'Jonas Weber', email: 'jonas.weber@example.org' },
  { role: 'viewer', name: 'Priya Nair', email: 'priya.nair@example.com' },
] as const;

export interface History {
  readonly world: World;
  readonly access: SeededAccess;
}

/**
 * Builds a workspace with 90 days of activity: production use cases run against a table in memory, on a clock that jumps from one
 * action to the next. Equal settings give equal people and campaigns; times of emails may differ.
 */
export async function buildHistory(settings: HistorySettings): Promise<History> {
  const random = createRandom(settings.seed);
  seedIds(createRandom(settings.seed + 1));
  const world = await createWorld(random, settings);
  await callKms(world);
  const access = await addUsers(world);
  planStory(world);
  await world.timeline.runUntil(settings.end);

  return { world, access };
}

/** The derived keys are cached, so that no later action waits for KMS and actions keep their order. */
async function callKms({ services: { vault, signer }, workspaceId }: World): Promise<void> {
  await vault.seal(workspaceId, 'history', 'first use');
  await signer.sign(workspaceId, 'first use');
}

/** All users have the password of the owner. */
async function addUsers({ services, workspaceId, users: added }: World): Promise<SeededAccess> {
  const password = randomBytes(12).toString('base64url');
  for (const { role, name, email } of users) {
    added.set(role, await createUser(services, workspaceId, { role, name, email, password }));
  }
  const issue = async (name: string, scope: 'full-access' | 'read-only') =>
    (await issueApiKey(services, workspaceId, { name, scope, expiresAt: null })).key;

  return {
    workspaceId,
    apiKey: await issue('local', 'full-access'),
    readOnlyApiKey: await issue('local, read only', 'read-only'),
    user: { email: users[0].email, password },
  };
}
