import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import '../../support/logs.ts';
import { describePage, type Row, rounded } from '../support/report.ts';
import { type OnEnd, runBench } from '../support/run-bench.ts';
import { arithmetic } from './arithmetic.ts';
import { type Measured, measureImport, openEngine, runWhole } from './measure.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const costs = new URL('../costs.json', import.meta.url);
const shareMin = 0.6;
const unitsMax = 10;
/** Fifty times the rows may cost so much more memory. */
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

/** As `costs.test.ts` measures and keeps it. */
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
      what: 'rows a second, as a share of what the engine alone takes of the same transactions',
      measured: rounded(share),
      bar: `≥ ${shareMin}`,
      holds: share >= shareMin,
      detail: `${Math.round(many.perSecond)} rows/s of ${rows} from the request on, which was answered after ${rounded(many.acceptSeconds)} s; the engine alone ${many.bounds.map(Math.round).join(' before and ')} after`,
    },
    {
      what: 'rows that did not become exactly one contact',
      measured: many.isExact ? '0' : 'some',
      bar: '0',
      holds: many.isExact && few.isExact,
    },
    {
      what: 'megabytes more in the request for fifty times the rows',
      measured: String(Math.round(growth('requestMb'))),
      bar: `≤ ${requestGrowthMbMax}`,
      holds: growth('requestMb') <= requestGrowthMbMax,
      detail: memory('requestMb'),
    },
    {
      what: 'megabytes more in a worker for fifty times the rows',
      measured: String(Math.round(growth('workerMb'))),
      bar: `≤ ${workerGrowthMbMax}`,
      holds: growth('workerMb') <= workerGrowthMbMax,
      detail: memory('workerMb'),
    },
    {
      what: 'write units for each contact',
      measured: rounded(units),
      bar: `≤ ${unitsMax}`,
      holds: units <= unitsMax,
    },
  ];
}

const heading = [
  '# What importing achieves',
  '',
  'Measured by `npm run bench:import -- --write` on one machine with two processors, on which the local engines and all',
  'functions run.',
  '',
];

/**
 * `npm run bench:import`: ends with status 0 only when every bar is reached. `-- --write` keeps the figures in the
 * repository. `BENCH_ROWS=4000` only shows that it runs.
 */
await runBench(async (onEnd) => {
  const count = Number(process.env['BENCH_ROWS'] ?? 50_000);
  const rows = rowsOf(count, await measure(onEnd, count), await unitsOfOne());

  return { rows, kept: [[page, describePage([...heading, ...arithmetic], rows)]] };
});
