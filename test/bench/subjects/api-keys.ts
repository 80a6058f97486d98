import { keyIdOf } from '#lib/api-keys/token.ts';
import { type EndpointSubject, newKey } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { seedApiKeys } from '../support/fixtures.ts';

export const apiKeySubjects: readonly EndpointSubject[] = [
  {
    operation: 'api-keys.list',
    target: readTargets.page,
    why: '`lastUsedAt` lives on the credentials, which stand in no list, so that every request costs one write; a page of keys is read one by one',
    async prepare(bench, workspaceId) {
      await seedApiKeys(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    // The credential, and its entry in the workspace's list.
    operation: 'api-keys.create',
    target: writeTarget(2, 0),
    prepare: () => ({ body: { name: 'bench', scope: 'read-only' } }),
  },
  {
    operation: 'api-keys.revoke',
    target: writeTarget(2, 0),
    prepare: async (bench, workspaceId) => ({
      params: { id: keyIdOf(await newKey(bench, workspaceId)) ?? '' },
    }),
  },
];
