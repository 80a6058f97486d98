import { readFile } from 'node:fs/promises';
import { createProgram } from '../../../infra/command-line/program.ts';
import { declaredMetrics } from '../../../infra/declared-metrics.ts';
import { CostTable } from '../support/cost-table.ts';
import { pricePerMonth } from '../support/prices.ts';
import { idleMonth, mailboxMonth, millions, price, readsPerDay, totalOf } from './model.ts';
import { readInventory } from './stage.ts';

createProgram('npm run cost --', 'Prints the dollars per million operations and per idle month.').parse();

/**
 * `npm run cost`: dollars per million operations, and per month of existing resources, from the measured
 * units.
 */
async function main(): Promise<void> {
  const costs = CostTable.parse(
    JSON.parse(await readFile(new URL('../costs.json', import.meta.url), 'utf8')),
  );
  const columns = ['database', 'queues', 'gateway', 'lambda', 'logs'] as const;
  const heads = [...columns, 'dollars'];
  const lines = millions.map((line) => price(costs, line));
  const row = (name: string, cells: readonly string[]) =>
    `${name.padEnd(34)}${cells.map((cell) => cell.padStart(10)).join('')}\n`;

  process.stdout.write(row('a million', heads));
  for (const line of lines) {
    const dollars = [...columns.map((column) => line[column]), totalOf(line)];
    process.stdout.write(
      row(
        line.what,
        dollars.map((each) => each.toFixed(2)),
      ),
    );
  }
  const idle = idleMonth(costs, readInventory('prod'));
  process.stdout.write(`\n${row('an idle month', ['dollars'])}`);
  for (const [what, dollars] of Object.entries(idle)) process.stdout.write(row(what, [dollars.toFixed(2)]));
  const sum = Object.values(idle).reduce((total, dollars) => total + dollars, 0);
  process.stdout.write(row('an idle stage', [sum.toFixed(2)]));
  process.stdout.write(`\n${row('a mailbox and month', ['dollars'])}`);
  for (const [use, reads] of Object.entries(readsPerDay)) {
    process.stdout.write(row(`${use}: ${reads} reads a day`, [mailboxMonth(costs, reads).toFixed(3)]));
  }
  process.stdout.write(`\n${row('a month in use, in addition', ['dollars'])}`);
  const metrics = declaredMetrics().length * pricePerMonth.metric;
  process.stdout.write(row('metrics from logs, at most', [metrics.toFixed(2)]));
}

await main();
