import type { Cost } from './cost.ts';
import { type CostTable, missesOf } from './cost-table.ts';
import { pricePerMillion } from './prices.ts';

const preface = `# Cost of each operation

\`costs.slow.test.ts\` measures these figures with the exported handlers and a real table, and compares them with \`costs.json\` in
\`npm run test:costs\`: a higher figure fails. \`UPDATE_COSTS=1 npm run test:costs\` regenerates both files.

Trips are the longest chain of sequential calls to DynamoDB, SQS, Scheduler, KMS and S3. Units are DynamoDB's. A write of up to 1 KB
costs one unit, or two in a transaction, and one more for each changed index entry. A read of up to 4 KB costs half a
unit, or a whole unit with strong consistency. The local engine reports the units according to the documentation of
DynamoDB. A failed conditional write counts as the write that it would have made. Every endpoint with a credential
costs 1 read unit for the credential and, at the same time, 1 write unit for rate limit and last use. Lists have 300 elements and
pages 25. Containers are warm and have the workspace's data key. The cost of a batch is divided by its size and has no trips.

“$/M” is dollars per million of these calls in us-east-1, without API Gateway (3.50), Lambda and logs; \`npm run cost\` includes those.
A campaign costs nothing between two dispatches. The sweeper runs once per minute for all campaigns.
`;

const columns = ['', 'trips', 'write', 'read', 'SQS', 'Scheduler', 'KMS', 'S3', '$/M', 'target'];

/** Targets are limits for trips / write / read. A missed target is bold. Its reason is listed once for all variants. */
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
    '## Missed targets',
    '',
    ...reasons.map(([name, { why }]) => `- **${name}**: ${why}`),
    '',
  ].join('\n');
}

function figures(cost: Cost): string[] {
  const { roundTrips, writeUnits, readUnits, sqsCalls, schedulerCalls, kmsCalls, s3Calls } = cost;

  return [roundTrips, writeUnits, readUnits, sqsCalls, schedulerCalls, kmsCalls, s3Calls].map((value) =>
    value === 0 ? '–' : String(value),
  );
}

function dollars(cost: Cost): string {
  const { writeUnits, readUnits, sqsCalls, schedulerCalls, kmsCalls, s3Calls } = pricePerMillion;
  const sum =
    cost.writeUnits * writeUnits +
    cost.readUnits * readUnits +
    cost.sqsCalls * sqsCalls +
    cost.schedulerCalls * schedulerCalls +
    cost.kmsCalls * kmsCalls +
    cost.s3Calls * s3Calls;

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

/** A padded Markdown table: names are left-aligned, numbers right-aligned. */
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
