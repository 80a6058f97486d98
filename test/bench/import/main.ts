import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import '../../support/logs.ts';
import { describePage, type Row, rounded } from '../support/report.ts';
import { type OnEnd, runBench } from '../support/run-bench.ts';
import { arithmetic } from './aws-estimate.ts';
import { type Measured, measureImport, openEngine, runWhole } from './measure.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const costs = new URL('../costs.json', import.meta.url);
/** One worker imports, and the engine is measured with two processes. */
const shareMin = 0.3;
const unitsMax = 10;
/** Maximum additional memory for fifty times the rows. */
const requestGrowthMbMax = 96;
const workerGrowthMbMax = 64;
const fewRows = 1100;

interface Both {
  readonly many: Measured;
  readonly few: Omit<Measured, 'bounds'>;
}

async function measure(onEnd: OnEnd, rows: number): Promise<Both> {
  await openEngine(onEnd);
  const few = await runWhole(fewRows);

  return { few, many: await measureImport(rows, Math.min(rows, 10_000)) };
}

/** The figure that `costs.slow.test.ts` measures and saves. */
async function unitsOfOne(): Promise<number> {
  const figures = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(costs, 'utf8')));
  const figure = z.object({ writeUnits: z.number() });

  return figure.parse(figures['one contact imported in the background']).writeUnits;
}

function rowsOf(rows: number, { many, few }: Both, units: number): Row[] {
  const bound = many.bounds.reduce((sum, each) => sum + each, 0) / many.bounds.length;
  const share = many.perSecond / bound;
  const growth = (of: 'requestMb' | 'workerMb') => many[of] - few[of];
  const memory = (of: 'requestMb' | 'workerMb') =>
    `${Math.round(few[of])} MB for ${fewRows} rows, ${Math.round(many[of])} MB for ${rows}`;

  return [
    {
      what: 'rows per second, as a share of the same transactions sent directly to the engine',
      measured: rounded(share),
      bar: `≥ ${shareMin}`,
      holds: share >= shareMin,
      detail: `${Math.round(many.perSecond)} rows/s of ${rows} including the request, which took ${rounded(many.acceptSeconds)} s; the engine directly ${many.bounds.map(Math.round).join(' before and ')} after`,
    },
    {
      what: 'rows without exactly one contact',
      measured: many.isExact ? '0' : 'some',
      bar: '0',
      holds: many.isExact && few.isExact,
    },
    {
      what: 'additional megabytes in the request for fifty times the rows',
      measured: String(Math.round(growth('requestMb'))),
      bar: `≤ ${requestGrowthMbMax}`,
      holds: growth('requestMb') <= requestGrowthMbMax,
      detail: memory('requestMb'),
    },
    {
      what: 'additional megabytes in a worker for fifty times the rows',
      measured: String(Math.round(growth('workerMb'))),
      bar: `≤ ${workerGrowthMbMax}`,
      holds: growth('workerMb') <= workerGrowthMbMax,
      detail: memory('workerMb'),
    },
    {
      what: 'write units per contact',
      measured: rounded(units),
      bar: `≤ ${unitsMax}`,
      holds: units <= unitsMax,
    },
  ];
}

const heading = [
  '# Import performance',
  '',
  'Measured by `npm run bench:import -- --write` on one machine with two processors, which runs the local engines and all',
  'functions.',
  '',
];

/**
 * `npm run bench:import`: exits with status 0 only if every target is reached. `-- --write` saves the figures
 * in the repository. `BENCH_ROWS=4000` only checks that the benchmark runs.
 */
await runBench(async (onEnd) => {
  const count = Number(process.env['BENCH_ROWS'] ?? 50_000);
  const rows = rowsOf(count, await measure(onEnd, count), await unitsOfOne());

  return { rows, savedFiles: [[page, describePage([...heading, ...arithmetic], rows)]] };
});
