import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describePage, describeRows, type Row } from '../support/report.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const partNames = ['rates', 'retries'];
const heading = [
  '# What webhook deliveries achieve',
  '',
  'Measured by `npm run bench:webhooks -- --write` on one machine, everything against the local engines’ own bound in the',
  'same run: rates and times are another machine’s business, ratios are not.',
];

/**
 * `npm run bench:webhooks`: ends with status 0 only when every bar is reached. `-- rates` or `-- retries` measures one part
 * alone, `-- --write` keeps the figures in the repository.
 * `BENCH_DELIVERIES=200 BENCH_SECONDS=4 BENCH_EVENTS=30` only shows that it runs: so little has no 99th percentile.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !partNames.includes(name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${partNames.join(' and ')}.`);
  const rows: Row[] = [];
  for (const name of positionals.length > 0 ? positionals : partNames) {
    const found = await runPart(name);
    process.stdout.write(describeRows(found));
    rows.push(...found);
  }
  if (values.write) await writeFile(page, describePage(heading, rows));

  return rows.every(({ holds }) => holds) ? 0 : 1;
}

/** In a process of its own, which connects to one stack only. @throws when it measured nothing, having said why itself */
async function runPart(name: string): Promise<Row[]> {
  const child = fork(new URL('./part-process.ts', import.meta.url), [name]);
  let rows: Row[] | undefined;
  child.on('message', (message: Row[]) => {
    rows = message;
  });
  await once(child, 'exit');
  if (!rows) throw new Error(`${name} ended without figures.`);

  return rows;
}

// The part gets a terminal's Ctrl-C too, and puts its stack in order before it ends.
process.on('SIGINT', () => undefined);
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

  return 1;
});
