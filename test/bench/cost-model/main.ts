import { readFile } from 'node:fs/promises';
import { readIntervalMinutes } from '#lib/email-accounts/inbox.ts';
import { createProgram } from '../../../infra/command-line/program.ts';
import { declaredMetrics } from '../../../infra/declared-metrics.ts';
import { CostTable } from '../support/cost-table.ts';
import { pricePerMonth } from '../support/prices.ts';
import { idleMonth, mailboxMonth, millions, price, totalOf } from './model.ts';
import { readInventory } from './stage.ts';

createProgram('npm run cost --', 'Prints the dollars per million operations and per idle month.').parse();

/** Read interval of a mailbox that has sent today, and of a mailbox that has sent nothing for a month. */
const intervals = [0, 30].map((daysAgo) => {
  const sentDay = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

  return readIntervalMinutes({ sentDay }, Date.now());
});

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
  for (const minutes of intervals) {
    process.stdout.write(
      row(`inbox read every ${minutes} minutes`, [mailboxMonth(costs, minutes).toFixed(2)]),
    );
  }
  process.stdout.write(`\n${row('a month in use, in addition', ['dollars'])}`);
  const metrics = declaredMetrics().length * pricePerMonth.metric;
  process.stdout.write(row('metrics from logs, at most', [metrics.toFixed(2)]));
}

await main();
