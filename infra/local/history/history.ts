import { randomBytes } from 'node:crypto';
import { createUser } from '../../admin/users.ts';
import type { SeededAccess } from '../ready-report.ts';
import { issueKeys } from '../seed.ts';
import { createRandom, seedIds } from './random.ts';
import { planStory } from './story/story.ts';
import { createWorld, type HistorySettings, type World } from './world.ts';

const newUsers = [
  { role: 'owner', name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com' },
  { role: 'member', name: 'Jonas Weber', email: 'jonas.weber@example.org' },
  { role: 'viewer', name: 'Priya Nair', email: 'priya.nair@example.com' },
] as const;

/**
 * Builds a workspace with 90 days of activity: production use cases run against a table in memory, on a clock that jumps from one
 * action to the next. Equal settings give equal people and campaigns; times of emails may differ.
 * @returns the finished history and the credentials of its workspace
 */
export async function buildHistory(settings: HistorySettings) {
  const random = createRandom(settings.seed);
  seedIds(createRandom(settings.seed + 1));
  const world = await createWorld(random, settings);
  await cacheDerivedKeys(world);
  const access = await addAccess(world);
  planStory(world);
  await world.timeline.runUntil(settings.end);

  return { world, access };
}

/** Calls KMS once for each derived key, which is then cached. So no later action waits for KMS, and actions keep their order. */
async function cacheDerivedKeys({ services: { vault, signer }, workspaceId }: World): Promise<void> {
  await vault.seal(workspaceId, 'history', 'first use');
  await signer.sign(workspaceId, 'first use');
}

/** Adds the users, all with one password, and two API keys. */
async function addAccess({ services, workspaceId, users }: World): Promise<SeededAccess> {
  const password = randomBytes(12).toString('base64url');
  for (const { role, name, email } of newUsers) {
    users.set(role, await createUser(services, workspaceId, { role, name, email, password }));
  }
  const keys = await issueKeys(services, workspaceId);

  return { workspaceId, ...keys, user: { email: newUsers[0].email, password } };
}
