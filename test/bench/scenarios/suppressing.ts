import { readDueWork } from '#lib/storage/worklist.ts';
import { newId } from '#lib/values/ids.ts';
import { block } from '../subjects/blocklist.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { seedContacts } from '../support/fixtures.ts';
import { deliverMessage } from '../support/invoke.ts';

const contacts = 100;

/** The first run for a domain, with all its effects. */
export async function measureSuppressing(bench: Bench): Promise<Figure[]> {
  const workspaceId = newId('wsp', bench.now());
  await seedContacts(bench, workspaceId, contacts);
  await block(bench, workspaceId, 'customer.example');
  const jobs = await readDueWork(bench.table, 'job', bench.now() + 1000, 100);
  const job = jobs.find(({ pk }) => pk.includes(workspaceId));
  const jobId = job?.sk;
  const cost = await measureCost(() => deliverMessage('jobs.run', { workspaceId, jobId }));

  return [
    {
      name: 'one contact of a blocked domain',
      operations: ['jobs.run'],
      cost: shareOf(cost, contacts),
    },
  ];
}
