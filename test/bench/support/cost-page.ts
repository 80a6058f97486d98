import type { Cost } from './cost.ts';
import { type CostTable, missesOf } from './cost-table.ts';
import { pricePerMillion } from './prices.ts';

const preface = `# What everything costs

Measured by \`costs.test.ts\` with the exported handlers and the real table, and compared with \`costs.json\` on every run:
a figure that grows fails. \`UPDATE_COSTS=1 npx vitest run test/bench/costs.test.ts\` writes both files anew.

Trips are the longest chain of calls to DynamoDB, SQS, Scheduler and KMS that wait for each other. Units are DynamoDB's:
a write of up to 1 KB is one, in a transaction two; each index entry that changes is one more; a read of up to 4 KB is
half a one, a strongly consistent read a whole one. They are what the local engine reports, which reckons as DynamoDB
documents it. A refused write reports nothing and counts as what it would have written. Every endpoint pays 1 write unit
for authentication, rate limit and last use together. Lists have 300 elements, pages 25. Containers are warm: they hold the
workspace's data key. What was done for many at once is divided by their number and has no trips of its own.

«$/M» are dollars per million of these calls alone, in us-east-1: API Gateway (3.50), Lambda and logs come on top; \`npm run cost\` reckons with them.
Between two wake-ups a campaign costs nothing; the sweeper runs once a minute for all of them.
`;

const columns = ['', 'trips', 'write', 'read', 'SQS', 'Scheduler', 'KMS', '$/M', 'target'];

/**
 * Targets are limits for trips / write / read. A missed one is bold, and its reason follows once for all
 * variants.
 */
export function describeCosts(costs: CostTable): string {
  const entries = Object.entries(costs);
  const rows = entries.map(([name, entry]) => [
    name,
    ...figures(entry),
    dollars(entry),
    describeTarget(entry),
  ]);
  const reasons = entries.filter(
    ([, { why }], position) =>
      why !== undefined && entries.findIndex(([, other]) => other.why === why) === position,
  );

  return [
    preface,
    ...describeTable([columns, ...rows]),
    '',
    '## Why a target is missed',
    '',
    ...reasons.map(([name, { why }]) => `- **${name}**: ${why}`),
    '',
  ].join('\n');
}

function figures(cost: Cost): string[] {
  const { roundTrips, writeUnits, readUnits, sqsCalls, schedulerCalls, kmsCalls } = cost;

  return [roundTrips, writeUnits, readUnits, sqsCalls, schedulerCalls, kmsCalls].map((value) =>
    value === 0 ? '–' : String(value),
  );
}

function dollars(cost: Cost): string {
  const { writeUnits, readUnits, sqsCalls, schedulerCalls, kmsCalls } = pricePerMillion;
  const sum =
    cost.writeUnits * writeUnits +
    cost.readUnits * readUnits +
    cost.sqsCalls * sqsCalls +
    cost.schedulerCalls * schedulerCalls +
    cost.kmsCalls * kmsCalls;

  return sum.toFixed(2);
}

function describeTarget(entry: CostTable[string]): string {
  const { target } = entry;
  if (!target) return '';
  const misses = missesOf(entry);

  return (['roundTrips', 'writeUnits', 'readUnits'] as const)
    .map((measure) => {
      const ceiling = String(target[measure] ?? '·');

      return misses.includes(measure) ? `**${ceiling}**` : ceiling;
    })
    .join(' / ');
}

/** Padded as the formatter requires: names to the left, numbers to the right. */
function describeTable([head = [], ...body]: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...body].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const padded = (cells: readonly string[]) =>
    line(
      cells.map((cell, column) => {
        const width = widths[column] ?? 0;

        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      }),
    );
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );

  return [padded(head), line(rule), ...body.map(padded)];
}
