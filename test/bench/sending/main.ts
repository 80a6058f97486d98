import '../../support/logs.ts';
import { describePage, type Row, rounded } from '../support/report.ts';
import { runBench } from '../support/run-bench.ts';
import { measureRate } from './rate.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const perSecondMin = 50;
const firstAfterSecondsMax = 60;

const heading = [
  '# What sending achieves',
  '',
  'Measured by `npm run bench:sending -- --write` on one machine with two processors, on which the local engines, all',
  'functions and the mail server run.',
];

/**
 * `npm run bench:sending`: ends with status 0 only when every bar is reached. `-- --write` keeps the figures in the
 * repository. `BENCH_MAILS=200` only shows that it runs.
 */
await runBench(async (onEnd) => {
  const rate = await measureRate(onEnd, Number(process.env['BENCH_MAILS'] ?? 10_000));
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

  return { rows, kept: [[page, describePage(heading, rows)]] };
});
