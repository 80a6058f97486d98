import { expect, test } from 'vitest';
import { ImportReport } from '#lib/contacts/import-report.ts';
import { importContacts, listContacts } from '../../infra/local/demo/campaign.ts';
import { until } from '../../infra/local/demo/stack-time.ts';
import { isWholeTier } from '../support/tier.ts';
import { startJourney } from './support/journey.ts';

const rows = 2400;
const killAtShares = [0.1, 0.4, 0.7];
/** A sweep finds what stands still for a minute. */
const sweepMs = 61_000;
const sweepsMax = 20;

test.runIf(isWholeTier)(
  'killing the whole stack in the middle of a large import, and starting it again, loses no row and doubles none',
  { timeout: 240_000 },
  async () => {
    const journey = await startJourney();
    const people = Array.from({ length: rows }, (_, row) => `person.${row}@customer.example,Ada`);
    const csv = ['email,first name', ...people].join('\n');
    const accepted = await importContacts(journey.api, csv, 'large');
    expect(accepted).toMatchObject({ status: 'running', rowsInFile: rows });
    const read = () => journey.api.get(ImportReport, `/contacts/imports/${accepted.importId}`);

    for (const share of killAtShares) {
      for (let sweeps = 0; sweeps < sweepsMax && (await read()).total < share * rows; sweeps++) {
        await until('a part more', async () => (await read()).total >= share * rows, 5000).catch(() =>
          journey.time.advance(sweepMs),
        );
      }
      expect((await read()).status, 'killed in the middle').toBe('running');
      await journey.killAndRestart();
    }
    expect(await importContacts(journey.api, csv, 'large')).toEqual(accepted);
    for (let sweeps = 0; sweeps < sweepsMax && (await read()).status === 'running'; sweeps++) {
      await journey.time.advance(sweepMs);
      await journey.time.settle(['imports']);
    }

    expect(await read()).toMatchObject({
      ...{ status: 'completed', total: rows, created: rows, updated: 0, skipped: 0, failed: 0 },
    });
    const contacts = await listContacts(journey.api);
    expect(contacts).toHaveLength(rows);
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(rows);
  },
);
