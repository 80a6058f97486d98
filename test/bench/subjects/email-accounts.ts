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
    why: 'the item that every mail writes holds no settings, so that it stays below 1 KB; a page of them is read one by one',
    async prepare(bench, workspaceId) {
      await seedAccounts(bench, workspaceId);

      return {};
    },
  },
  {
    operation: 'email-accounts.list',
    detail: 'of a status',
    target: readTargets.page,
    why: 'the index holds keys only, so that a mail costs nothing there; both items of each account are read one by one',
    async prepare(bench, workspaceId) {
      await seedAccounts(bench, workspaceId);

      return { query: { status: 'connected' } };
    },
  },
  { operation: 'email-accounts.get', target: readTargets.one, prepare: anAccount },
  {
    // The account and its settings.
    operation: 'email-accounts.update',
    target: writeTarget(2, 0),
    why: 'both items are read, strongly consistent, as the change is judged by what they will be together; and the running campaigns, which a new limit wakes',
    prepare: async (bench, workspaceId) => ({
      ...(await anAccount(bench, workspaceId)),
      body: { dailyLimit: 60, fromName: 'Sales' },
    }),
  },
  {
    // The account, its place in the list of its status, which moves, that among those that are looked at, which it loses,
    // and its settings.
    operation: 'email-accounts.disconnect',
    // Its settings tell which domain it gives up.
    target: { ...writeTarget(2, 3), readUnits: 2 },
    prepare: anAccount,
  },
];
