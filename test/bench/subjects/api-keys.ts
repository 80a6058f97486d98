import { keyIdOf } from '#lib/api-keys/token.ts';
import { type EndpointSubject, newKey } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { seedApiKeys } from '../support/fixtures.ts';

export const apiKeySubjects: readonly EndpointSubject[] = [
  {
    operation: 'api-keys.list',
    target: readTargets.page,
    why: '`lastUsedAt` is in the rate windows, so that each request costs one write and no function of requests may write credentials; the keys of a page and their windows are read individually',
    async prepare(bench, workspaceId) {
      await seedApiKeys(bench, workspaceId);

      return {};
    },
  },
  {
    // The credential, its entry in the workspace's list, the count of keys, the count of the hour, and the check of the
    // creator.
    operation: 'api-keys.create',
    target: writeTarget(5, 0),
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
