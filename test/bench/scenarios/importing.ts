import { newId } from '#lib/values/ids.ts';
import { acceptImport } from '../../support/accepted-import.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import { newKey } from '../support/endpoint-scenario.ts';
import type { Figure } from '../support/figures.ts';
import { csvRequest } from '../support/fixtures.ts';
import { callEndpoint, deliverMessage } from '../support/invoke.ts';

const rows = 320;
/** The size of a full page. */
const pageRows = 500;

export async function measureImporting(bench: Bench): Promise<Figure[]> {
  const apiKey = await newKey(bench, newId('wsp', bench.now()));
  const cost = await measureCost(() => callEndpoint('contacts.import', { apiKey, ...csvRequest(rows) }));
  const target = { writeUnits: 10, readUnits: 1 };

  return [
    { name: 'one imported contact', operations: ['contacts.import'], cost: shareOf(cost, rows), target },
    {
      name: 'one contact imported in the background',
      operations: ['jobs.run'],
      cost: await measureInBackground(bench, 'skip'),
      target,
    },
    {
      name: 'one contact changed in the background',
      operations: ['jobs.run'],
      cost: await measureInBackground(bench, 'update'),
      target: { ...target, readUnits: 3 },
      why: 'its address and itself are looked up, strongly consistent, before it is changed',
    },
    {
      name: 'one address added to the blocklist in the background',
      operations: ['jobs.run'],
      cost: await measureBlocklist(bench),
      target: { writeUnits: 8, readUnits: 1 },
      why: 'it is looked up, strongly consistent; the rest is the share of the page and its chunks',
    },
  ];
}

/** Writes of the request per page, and a worker's work on it. With `update`, the contacts exist already. */
async function measureInBackground(bench: Bench, onDuplicate: 'skip' | 'update') {
  const workspaceId = newId('wsp', bench.now());
  const people = (city: string) =>
    Array.from({ length: pageRows }, (_, row) => ({
      email: `person.${row}@customer.example`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      city,
    }));
  const bring = async (city: string) => {
    const file = { rows: people(city), pageRows, onDuplicate };
    const importId = await acceptImport(bench, workspaceId, file);
    await deliverMessage('jobs.run', { workspaceId, jobId: importId });
  };
  if (onDuplicate === 'update') await bring('London');

  return shareOf(await measureCost(() => bring('Turin')), pageRows);
}

async function measureBlocklist(bench: Bench) {
  const workspaceId = newId('wsp', bench.now());
  const values = Array.from({ length: pageRows }, (_, row) => ({ value: `person.${row}@customer.example` }));
  const cost = await measureCost(async () => {
    const importId = await acceptImport(bench, workspaceId, { rows: values, pageRows });
    await deliverMessage('jobs.run', { workspaceId, jobId: importId });
  });

  return shareOf(cost, pageRows);
}
