import { commit } from '#lib/commit/commit.ts';
import { planErasure } from '#lib/erasures/request.ts';
import { newId } from '#lib/values/ids.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { seedContacts } from '../support/fixtures.ts';
import { deliverMessage } from '../support/invoke.ts';

export async function measureErasing(bench: Bench): Promise<Figure[]> {
  const workspaceId = newId('wsp', bench.now());
  const [{ id: contactId } = { id: '' }] = await seedContacts(bench, workspaceId, 1);
  await commit(bench, workspaceId, await planErasure(bench, workspaceId, contactId));
  const cost = await measureCost(() => deliverMessage('jobs.run', { workspaceId, jobId: contactId }));

  return [
    {
      name: 'first pass of the erasure of a contact without activity',
      operations: ['jobs.run'],
      cost,
      // The progress of three stages and its index entry; what is left in the partition of the contact.
      target: { writeUnits: 20, readUnits: 20 },
    },
  ];
}
