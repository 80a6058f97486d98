import { readFile } from 'node:fs/promises';
import { endpoints, workers } from '#lib/operations.ts';
import { queueNames } from '#lib/queue/queues.ts';
import { declaredMetrics } from '../../../infra/declared-metrics.ts';
import { CostTable } from '../support/cost-table.ts';
import { pricePerMonth } from '../support/prices.ts';
import { idleMonth, millions, price, totalOf } from './model.ts';

/** Dead letters of each queue and of the stream, a failing worker each, what they count, and five that all share. */
const alarms =
  queueNames.length +
  1 +
  workers.length +
  [...endpoints, ...workers]
    .flatMap(({ definition }) => definition.metrics ?? [])
    .filter(({ alarm }) => alarm).length +
  5;

/** `npm run cost`: dollars per million of what happens, and per month of what is there, from the measured units. */
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
  process.stdout.write(`\n${row('an idle month', ['dollars'])}`);
  for (const [what, dollars] of Object.entries(idleMonth(costs, alarms))) {
    process.stdout.write(row(what, [dollars.toFixed(2)]));
  }
  process.stdout.write(`\n${row('a month in use, besides', ['dollars'])}`);
  const metrics = declaredMetrics().length * pricePerMonth.metric;
  process.stdout.write(row('metrics from logs, at most', [metrics.toFixed(2)]));
}

await main();
