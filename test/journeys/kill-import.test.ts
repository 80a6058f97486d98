import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ImportReport } from '#lib/contacts/import/report.ts';
import { importContacts, listContacts } from '../../infra/local/demo/campaign.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { hasFaults } from '../support/faults.ts';
import { isWholeTier } from '../support/tier.ts';
import { noCounterDifferences, readCounterDifferences } from './support/counters.ts';
import { startJourney } from './support/journey.ts';

const Page = z.object({ data: z.array(z.unknown()) });

const rows = 6000;
/** Kills after this many contacts: the first one, then after whole parts. Four parts run concurrently. */
const killAt = [1, 500, 2500];
const waitMs = 5000;
/** The sweeper continues a job that has made no progress for one minute. */
const sweepMs = 61_000;
const sweepsMax = 20;

test.runIf(isWholeTier)(
  'after kills and restarts of the whole stack during a large import, every row is imported exactly once',
  { timeout: hasFaults ? 600_000 : 240_000 },
  async () => {
    const journey = await startJourney();
    const people = Array.from({ length: rows }, (_, row) => `person.${row}@customer.example,Ada`);
    const csv = ['email,first name', ...people].join('\n');
    const accepted = await importContacts(journey.api, csv, 'large');
    expect(accepted).toMatchObject({ status: 'running', rowsInFile: rows });
    const read = () => journey.api.get(ImportReport, `/contacts/imports/${accepted.importId}`);

    const countContacts = async () => {
      const { total } = await read();
      if (total > 0) return total;
      const { data } = await journey.api.get(Page, '/contacts?limit=1');

      return data.length;
    };

    for (const least of killAt) {
      for (let sweeps = 0; sweeps < sweepsMax && (await countContacts()) < least; sweeps++) {
        const more = waitUntil('more contacts', async () => (await countContacts()) >= least, waitMs);
        await more.catch(() => journey.time.advance(sweepMs));
      }
      expect((await read()).status, 'killed during the import').toBe('running');
      await journey.killAndRestart();
    }
    expect(await importContacts(journey.api, csv, 'large')).toEqual(accepted);
    for (let sweeps = 0; sweeps < sweepsMax && (await read()).status === 'running'; sweeps++) {
      await journey.time.advance(sweepMs);
      await journey.time.settle(['jobs']);
    }

    expect(await read()).toMatchObject({
      status: 'completed',
      total: rows,
      created: rows,
      updated: 0,
      skipped: 0,
      failed: 0,
    });
    const contacts = await listContacts(journey.api);
    expect(contacts).toHaveLength(rows);
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(rows);
    expect(await readCounterDifferences(journey)).toEqual(noCounterDifferences);
  },
);
