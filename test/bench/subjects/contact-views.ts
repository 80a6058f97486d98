import { commit } from '#lib/commit/commit.ts';
import { planContactView } from '#lib/contact-views/contact-views.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';

const view = { name: 'Gold leads', filter: { tag: 'lead', customFieldName: 'plan' } };

async function addView(bench: Bench, workspaceId: string): Promise<string> {
  const change = await planContactView(bench, workspaceId, view);
  await commit(bench, workspaceId, change);

  return change.result.id;
}

export const contactViewSubjects: readonly EndpointSubject[] = [
  {
    operation: 'contact-views.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      for (let count = 0; count < 25; count++) await addView(bench, workspaceId);

      return {};
    },
  },
  {
    operation: 'contact-views.create',
    target: writeTarget(1, 0),
    why: 'the views are read first, to limit their number',
    prepare: () => ({ body: view }),
  },
  {
    operation: 'contact-views.delete',
    target: writeTarget(1, 0),
    prepare: async (bench, workspaceId) => ({ params: { id: await addView(bench, workspaceId) } }),
  },
];
