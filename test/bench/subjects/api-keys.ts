import { keyIdOf } from '#lib/api-keys/token.ts';
import { type EndpointSubject, newKey } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { seedApiKeys } from '../support/fixtures.ts';

export const apiKeySubjects: readonly EndpointSubject[] = [
  {
    operation: 'api-keys.list',
    target: readTargets.page,
    why: '`lastUsedAt` lives on the credentials, which stand in no list, so that every request costs one write; a page of keys is read one by one',
    async prepare(bench, workspaceId) {
      await seedApiKeys(bench, workspaceId);

      return {};
    },
  },
  {
    // The credential, its entry in the workspace's list, the count of keys, and the check that the creator is not revoked.
    operation: 'api-keys.create',
    target: writeTarget(4, 0),
    prepare: () => ({ body: { name: 'bench', scope: 'read-only' } }),
  },
  {
    // The credential, its entry, and the count of keys.
    operation: 'api-keys.revoke',
    target: writeTarget(3, 0),
    why: 'the count and the list are read, one after the other: the keys that the key created get another parent, or are revoked with it',
    prepare: async (bench, workspaceId) => ({
      params: { id: keyIdOf(await newKey(bench, workspaceId)) ?? '' },
    }),
  },
];
