import { keyIdOf } from '#lib/api-keys/token.ts';
import { type EndpointSubject, newKey } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { seedApiKeys } from '../support/fixtures.ts';

export const apiKeySubjects: readonly EndpointSubject[] = [
  {
    operation: 'api-keys.list',
    target: readTargets.page,
    why: '`lastUsedAt` is in the credential items, which no index lists, so that each request costs one write; the keys of a page are read individually',
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
    why: 'the count and the list are read one after the other; created keys get a new parent or are revoked too',
    prepare: async (bench, workspaceId) => ({
      params: { id: keyIdOf(await newKey(bench, workspaceId)) ?? '' },
    }),
  },
];
