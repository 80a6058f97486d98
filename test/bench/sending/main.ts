import '../../support/logs.ts';
import { describePage, type Row, rounded } from '../support/report.ts';
import { runBench } from '../support/run-bench.ts';
import { measureRate } from './rate.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const perSecondMin = 50;
const firstAfterSecondsMax = 60;

const heading = [
  '# Sending performance',
  '',
  'Measured by `npm run bench:sending -- --write` on one machine with two processors, which runs the local engines, all',
  'functions and the mail server.',
];

/**
 * `npm run bench:sending`: exits with status 0 only if every target is reached. `-- --write` saves the
 * figures in the repository. `BENCH_MAILS=200` only checks that the benchmark runs.
 */
await runBench(async (onEnd) => {
  const rate = await measureRate(onEnd, Number(process.env['BENCH_MAILS'] ?? 10_000));
  const rows: Row[] = [
    {
      what: 'emails per second, from the start of campaigns to a mail server',
      measured: rounded(rate.perSecond),
      bar: `≥ ${perSecondMin}`,
      holds: rate.perSecond >= perSecondMin,
      detail: rate.use,
    },
    {
      what: 'seconds from the start to the first email',
      measured: rounded(rate.firstAfterSeconds),
      bar: `< ${firstAfterSecondsMax}`,
      holds: rate.firstAfterSeconds < firstAfterSecondsMax,
    },
    {
      what: 'duplicate emails',
      measured: String(rate.duplicates),
      bar: '0',
      holds: rate.duplicates === 0,
      detail: `${rate.emails} emails`,
    },
  ];

  return { rows, savedFiles: [[page, describePage(heading, rows)]] };
});
