import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describePage, describeRows, type Row } from '../support/report.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const partNames = ['rates', 'slow', 'retries'];
const heading = [
  '# Webhook delivery performance',
  '',
  'Measured by `npm run bench:webhooks -- --write` on one machine, relative to the limit of the local engines in the same run.',
  'Rates and times are valid for this machine only; ratios can be compared between machines.',
];

/**
 * `npm run bench:webhooks`: exits with status 0 only if every target is reached. `-- rates`, `-- slow` or `-- retries`
 * measures one part only, `-- --write` saves the figures in the repository. `BENCH_DELIVERIES=200
 * BENCH_SECONDS=4 BENCH_EVENTS=30` only checks that the benchmark runs: such a small sample has no 99th
 * percentile.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !partNames.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown part: ${unknown}. Available: ${partNames.join(', ')}.`);
  const rows: Row[] = [];
  for (const name of positionals.length > 0 ? positionals : partNames) {
    const found = await runPart(name);
    process.stdout.write(describeRows(found));
    rows.push(...found);
  }
  if (values.write) await writeFile(page, describePage(heading, rows));

  return rows.every(({ holds }) => holds) ? 0 : 1;
}

/**
 * In a separate process, which connects to only one stack.
 * @throws when it measured nothing, after it has
 * printed the reason
 */
async function runPart(name: string): Promise<Row[]> {
  const child = fork(new URL('./measure-process.ts', import.meta.url), [name]);
  let rows: Row[] | undefined;
  child.on('message', (message: Row[]) => {
    rows = message;
  });
  await once(child, 'exit');
  if (!rows) throw new Error(`${name} ended without figures.`);

  return rows;
}

// A terminal's Ctrl-C reaches the part, too, which stops its stack before it exits.
process.on('SIGINT', () => undefined);
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

  return 1;
});
