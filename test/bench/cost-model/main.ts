import { readFile } from 'node:fs/promises';
import { createProgram } from '../../../infra/command-line/program.ts';
import { declaredMetrics } from '../../../infra/declared-metrics.ts';
import { CostTable } from '../support/cost-table.ts';
import { pricePerMonth } from '../support/prices.ts';
import { idleMonth, millions, price, totalOf } from './model.ts';
import { inboxMonth, inboxReads, monthInUse } from './month.ts';
import { readInventory } from './stage.ts';

createProgram(
  'npm run cost --',
  'Prints the dollars per million operations, per idle month and per month in use.',
).parse();

/** Mailboxes in use, and months since the start, of the columns of the last table. */
const stages = [
  [100, 1],
  [100, 12],
  [1000, 1],
  [1000, 12],
  [10_000, 1],
  [10_000, 12],
] as const;

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
  for (const reads of [inboxReads.dailyInUse, inboxReads.dailyIdle]) {
    process.stdout.write(row(`inbox read ${reads} times a day`, [inboxMonth(costs, reads).toFixed(3)]));
  }
  printMonths(costs, sum + declaredMetrics().length * pricePerMonth.metric);
}

const row = (name: string, cells: readonly string[]) =>
  `${name.padEnd(38)}${cells.map((cell) => cell.padStart(10)).join('')}\n`;

/** @param idle dollars of a stage without mailboxes */
function printMonths(costs: CostTable, idle: number): void {
  const months = stages.map(([mailboxes, month]) => ({
    ...monthInUse(costs, mailboxes, month),
    'an idle stage, and metrics from logs': idle,
  }));
  const lines: readonly [string, readonly number[]][] = [
    ['mailboxes in use', stages.map(([mailboxes]) => mailboxes)],
    ['month', stages.map(([, month]) => month)],
    ...Object.keys(months[0] ?? {}).map((name): [string, number[]] => [
      name,
      months.map((each) => Object(each)[name]),
    ]),
    ['dollars', months.map((each) => Object.values(each).reduce((total, dollars) => total + dollars, 0))],
  ];
  process.stdout.write('\n');
  for (const [name, values] of lines)
    process.stdout.write(
      row(
        name,
        values.map((each) => each.toFixed(0)),
      ),
    );
}

await main();
