import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { seedAccount, seedAccounts } from '../support/fixtures.ts';

const anAccount: EndpointSubject['prepare'] = async (bench, workspaceId) => ({
  params: { id: await seedAccount(bench, workspaceId) },
});

export const emailAccountSubjects: readonly EndpointSubject[] = [
  {
    operation: 'email-accounts.list',
    target: readTargets.page,
    why: 'settings are in separate items, so that the item that every email writes stays below 1 KB; the settings of a page are read individually',
    async prepare(bench, workspaceId) {
      await seedAccounts(bench, workspaceId);

      return {};
    },
  },
  {
    operation: 'email-accounts.list',
    detail: 'of a status',
    target: readTargets.page,
    why: 'the index has keys only, so that an email does not write it; both items of each account are read individually',
    async prepare(bench, workspaceId) {
      await seedAccounts(bench, workspaceId);

      return { query: { status: 'connected' } };
    },
  },
  {
    operation: 'email-accounts.get',
    target: readTargets.one,
    why: 'settings are in separate items, and both items are read with strong consistency',
    prepare: anAccount,
  },
  {
    // The account and its settings.
    operation: 'email-accounts.update',
    target: writeTarget(2, 0),
    why: 'both items are read with strong consistency, because the change is validated on both; running campaigns are read, because a new limit triggers their dispatch',
    prepare: async (bench, workspaceId) => ({
      ...(await anAccount(bench, workspaceId)),
      body: { dailyLimit: 60, fromName: 'Sales' },
    }),
  },
  {
    // The account, its changed index entry by status, its deleted index entry of health checks, and its settings.
    operation: 'email-accounts.disconnect',
    why: 'the caller is checked in the transaction, because a disconnection stops campaigns',
    // The settings contain the domain that is released.
    target: { ...writeTarget(2, 3), readUnits: 2 },
    prepare: anAccount,
  },
];
