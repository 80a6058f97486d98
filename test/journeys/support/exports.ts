import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { Export, ExportSummary } from '#lib/exports/export.ts';
import { withoutCodes } from '#lib/mail/message-id.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import type { Journey } from './journey.ts';

const listsOf = (campaignId: string) =>
  [
    { type: 'contacts', path: '/contacts', key: 'id' },
    { type: 'recipients', path: `/campaigns/${campaignId}/recipients`, key: 'contactId' },
    { type: 'activity', path: '/activity', key: 'id' },
    { type: 'replies', path: '/replies', key: 'id' },
  ] as const;

/** Exports each list in both formats and compares the files with the list. @returns the text of all files */
export async function expectExportsLikeLists(journey: Journey, campaignId: string): Promise<string> {
  const texts: string[] = [];
  for (const { type, path, key } of listsOf(campaignId)) {
    const request = { type, ...(type === 'recipients' && { campaignId }) };
    const listed = asReaderSees(await journey.api.readAll(z.looseObject({}), path));
    const ndjson = await download(journey, { ...request, format: 'ndjson' });
    const csv = await download(journey, { ...request, format: 'csv' });
    const rows: Readonly<Record<string, string>>[] = parse(csv, { columns: true, bom: true });

    expect(listed.length, type).toBeGreaterThan(0);
    expect(
      ndjson
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      type,
    ).toEqual(listed);
    expect(
      rows.map((row) => row[key]),
      type,
    ).toEqual(listed.map((each) => each[key]));
    for (const [at, row] of rows.entries()) expect(row, type).toMatchObject(cellsOf(listed[at] ?? {}));
    texts.push(ndjson, csv);
  }

  return texts.join('\n');
}

/** The elements as a read-only key gets them. */
function asReaderSees<Element>(elements: readonly Element[]): Element[] {
  return JSON.parse(withoutCodes(JSON.stringify(elements)));
}

/** The cells of the fields that are no objects. */
function cellsOf(element: Readonly<Record<string, unknown>>): Record<string, string> {
  const scalars = Object.entries(element).filter(([, value]) => value === null || typeof value !== 'object');

  return Object.fromEntries(scalars.map(([name, value]) => [name, value === null ? '' : String(value)]));
}

async function download({ api, time }: Journey, body: object): Promise<string> {
  const { id } = await api.post(ExportSummary, '/exports', body);
  const read = () => api.get(Export, `/exports/${id}`);
  await waitUntil('the end of the export', async () => {
    await time.settle(['jobs']);

    return (await read()).status === 'completed';
  });
  const response = await fetch((await read()).downloadUrl ?? '');
  expect(response.status).toBe(200);

  return response.text();
}
