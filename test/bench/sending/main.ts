import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import '../../support/logs.ts';
import { describePage, describeRows, type Row, rounded } from '../webhooks/report.ts';
import { measureRate } from './rate.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const perSecondMin = 50;
const firstAfterSecondsMax = 60;

/**
 * `npm run bench:sending`: ends with status 0 only when every bar is reached. `-- --write` keeps the figures in the
 * repository. `BENCH_MAILS=200` only shows that it runs.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  const undo: (() => Promise<void>)[] = [];
  try {
    const mails = Number(process.env['BENCH_MAILS'] ?? 10_000);
    // Whoever ends this ends its stack with it, in order.
    const interrupted = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
    const rate = await Promise.race([
      measureRate((step) => undo.push(step), mails),
      interrupted.then((): never => {
        throw new Error('interrupted');
      }),
    ]);
    const rows: Row[] = [
      {
        what: 'mails a second, from the start of campaigns to a mail server',
        measured: rounded(rate.perSecond),
        bar: `≥ ${perSecondMin}`,
        holds: rate.perSecond >= perSecondMin,
        detail: rate.use,
      },
      {
        what: 'from the start to the first mail, in seconds',
        measured: rounded(rate.firstAfterSeconds),
        bar: `< ${firstAfterSecondsMax}`,
        holds: rate.firstAfterSeconds < firstAfterSecondsMax,
      },
      {
        what: 'mails to somebody who had one already',
        measured: String(rate.doubled),
        bar: '0',
        holds: rate.doubled === 0,
        detail: `${rate.mails} mails`,
      },
    ];
    process.stdout.write(describeRows(rows));
    if (values.write) await writeFile(page, describePage(heading, rows));

    return rows.every(({ holds }) => holds) ? 0 : 1;
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

const heading = [
  '# What sending achieves',
  '',
  'Measured by `npm run bench:sending -- --write` on one machine with two processors, on which the local engines, all',
  'functions and the mail server run.',
];

process.exit(
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);

    return 1;
  }),
);
