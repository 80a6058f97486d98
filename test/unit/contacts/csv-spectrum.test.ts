import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cellsOf, read } from './csv-reading.ts';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('csv-spectrum'));
const names = readdirSync(join(folder, 'csvs')).map((name) => name.replace('.csv', ''));

test('all cases of csv-spectrum are tested', () => {
  expect(names.length).toBe(12);
});

/** Its JSON has one record instead of a list, and another telephone number than its file. */
const corrected: Readonly<Record<string, (expected: object) => object>> = {
  location_coordinates: (said) => [{ ...said, 'Contact Phone Number': '2095257564' }],
};

test.each(names)('csv-spectrum: %s has the expected content', (name) => {
  const file = read(readFileSync(join(folder, `csvs/${name}.csv`)));
  const header = file.kind === 'read' ? file.header : [];
  const records = cellsOf(file).map((cells) =>
    Object.fromEntries(header.map((column, at) => [column, cells[at]])),
  );

  const said = JSON.parse(readFileSync(join(folder, `json/${name}.json`), 'utf8'));

  expect(records).toEqual(corrected[name]?.(said) ?? said);
  expect(file).toMatchObject({ kind: 'read', warnings: [] });
});
