import '../../support/logs.ts';
import { readFile } from 'node:fs/promises';
import { inboxMonth, inboxReads } from '../cost-model/month.ts';
import { CostTable } from '../support/cost-table.ts';
import { describePage, type Row, rounded } from '../support/report.ts';
import { runBench } from '../support/run-bench.ts';
import { measureInboxes } from './inboxes.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const perSecondMin = 20;
/** Hanging servers may cost the other inboxes this factor of their time. */
const slowdownMax = 2;
const centsMax = { 'in use': 12, idle: 3 };

const heading = [
  '# Inbox performance',
  '',
  'Measured by `npm run bench:inboxes -- --write` on one machine with two processors, which runs the local engines, all',
  'functions and the mail servers. The dollars are of the cost model (`npm run cost`).',
];

/**
 * `npm run bench:inboxes`: exits with status 0 only if every target is reached. `-- --write` saves the figures in the repository.
 * `BENCH_INBOXES=40` only checks that the benchmark runs.
 */
await runBench(async (onEnd) => {
  const inboxes = await measureInboxes(onEnd, Number(process.env['BENCH_INBOXES'] ?? 1000));
  const costs = CostTable.parse(
    JSON.parse(await readFile(new URL('../costs.json', import.meta.url), 'utf8')),
  );
  const slowdown = inboxes.besideHanging.seconds / inboxes.alone.seconds;
  const rows: Row[] = [
    {
      what: 'inboxes read per second and processor',
      measured: rounded(inboxes.alone.perProcessorSecond),
      bar: `≥ ${perSecondMin}`,
      holds: inboxes.alone.perProcessorSecond >= perSecondMin,
      detail: `${inboxes.count} inboxes in ${rounded(inboxes.alone.seconds)} s, with the IMAP server and the table`,
    },
    {
      what: 'time of all others beside 2 % of inboxes with hanging servers, as a factor',
      measured: rounded(slowdown),
      bar: `≤ ${slowdownMax}`,
      holds: slowdown <= slowdownMax,
      detail: `${rounded(inboxes.besideHanging.seconds)} instead of ${rounded(inboxes.alone.seconds)} s`,
    },
    ...(['in use', 'idle'] as const).map((use): Row => {
      const reads = use === 'idle' ? inboxReads.dailyIdle : inboxReads.dailyInUse;
      const cents = 100 * inboxMonth(costs, reads);

      return {
        what: `cents a month for reading an inbox, ${use}`,
        measured: rounded(cents),
        bar: `≤ ${centsMax[use]}`,
        holds: cents <= centsMax[use],
        detail: `${reads} reads a day`,
      };
    }),
  ];

  return { rows, savedFiles: [[page, describePage(heading, rows)]] };
});
