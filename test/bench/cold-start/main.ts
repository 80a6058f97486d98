import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBundles } from '../support/bundle-inventory.ts';
import { isEndpoint } from '../support/bundle-rules.ts';
import { describePage, type Row, rounded } from '../support/report.ts';
import { type OnEnd, runBench } from '../support/run-bench.ts';
import { median } from '../support/statistics.ts';
import { prepareSubjects, type Subject, type Subjects } from './deployed.ts';
import { measureStarts, openTable } from './measure.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const figures = new URL('./figures.json', import.meta.url);
const ratioMax = 2.8;
const typicalShareMax = 0.5;

/** The start of one function. Times are multiples of an empty handler's. */
interface Start {
  readonly operation: string;
  readonly bytes: number;
  /** Number of files, from libraries and the project, that are in the bundle. */
  readonly modules: number;
  readonly carriesMail: boolean;
  /** Time until the function could be called, without the table request. */
  readonly init: number;
  /** The same with the table request, as deployed. */
  readonly primed: number;
}

interface Starts {
  readonly functions: readonly Start[];
  readonly bareMs: number;
  /** As a multiple of the empty handler's. */
  readonly usual: number;
  readonly usualKb: number;
  readonly rounds: number;
}

async function measure(onEnd: OnEnd, rounds: number): Promise<Starts> {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-cold-start-'));
  onEnd(() => rm(folder, { recursive: true }));
  const subjects = await prepareSubjects(folder, await openTable(onEnd));
  const { emptyHandler, typicalHandler, deployed, unprimed } = subjects;
  // The reference modules are measured several times per round, because all other figures depend on them.
  const references = [
    emptyHandler,
    { ...emptyHandler },
    { ...emptyHandler },
    typicalHandler,
    { ...typicalHandler },
  ];
  const times = await measureStarts([...references, ...deployed, ...unprimed], rounds);
  const of = (wanted: Subject) =>
    median([...times].flatMap(([{ file }, ms]) => (file === wanted.file ? ms : [])));

  return {
    functions: startsOf(folder, subjects, (subject) => of(subject) / of(emptyHandler)),
    bareMs: of(emptyHandler),
    usual: of(typicalHandler) / of(emptyHandler),
    usualKb: (await stat(typicalHandler.file)).size / 1024,
    rounds,
  };
}

function startsOf(
  folder: string,
  { deployed, unprimed }: Subjects,
  ratio: (subject: Subject) => number,
): Start[] {
  const bundles = readBundles(join(folder, 'assembly/functions'));

  return bundles.map(({ operation, bytes, inputs }) => ({
    operation,
    bytes,
    modules: inputs.length,
    carriesMail: inputs.some((input) => /node_modules\/(imapflow|nodemailer)\//.test(input)),
    init: ratio(named(unprimed, operation)),
    primed: ratio(named(deployed, operation)),
  }));
}

function named(subjects: readonly Subject[], operation: string): Subject {
  const found = subjects.find(({ name }) => name === operation);
  if (found === undefined) throw new Error(`${operation} is not deployed`);

  return found;
}

function rowsOf({ functions, usual, ...rest }: Starts): Row[] {
  const endpointsOnly = functions.filter(
    ({ operation, carriesMail }) => isEndpoint(operation) && !carriesMail,
  );
  const slowest = slowestOf(endpointsOnly);
  const unwaited = slowestOf(functions.filter((each) => !endpointsOnly.includes(each)));
  const typical = median(endpointsOnly.map(({ init }) => init));
  const share = (typical - 1) / (usual - 1);

  return [
    {
      what: 'start of the slowest endpoint, as a multiple of an empty handler’s',
      ...atMost(slowest.init, ratioMax),
      detail: `${slowest.operation}; the median of ${endpointsOnly.length} is ${rounded(typical)}, and with its first table response ${rounded(median(endpointsOnly.map(({ primed }) => primed)))}; the empty handler takes ${Math.round(rest.bareMs)} ms from the start of its process, medians of ${rest.rounds} rounds`,
    },
    {
      what: 'time that the median endpoint adds to an empty start, as a share of the usual libraries’',
      ...atMost(share, typicalShareMax),
      detail: `middy, zod, the table’s client and its credentials bundled by default, without a logger: ${Math.round(rest.usualKb)} KB, ${rounded(usual)} times an empty handler`,
    },
    {
      what: 'start of the slowest worker or endpoint with a mail client, as a share of the usual libraries’',
      ...atMost(unwaited.init / usual, 1),
      detail: `${unwaited.operation}, ${rounded(unwaited.init)} times an empty handler`,
    },
  ];
}

function atMost(value: number, max: number): Pick<Row, 'measured' | 'bar' | 'holds'> {
  return { measured: rounded(value), bar: `≤ ${max}`, holds: value <= max };
}

function slowestOf(starts: readonly Start[]): Start {
  const [first, ...others] = starts;
  if (first === undefined) throw new Error('unknown function');

  return others.reduce((slowest, each) => (each.init > slowest.init ? each : slowest), first);
}

function initOf({ functions }: Starts): Record<string, number> {
  return Object.fromEntries(functions.map(({ operation, init }) => [operation, Number(rounded(init))]));
}

function describeStarts({ functions }: Starts): string {
  const lines = functions.map(({ operation, bytes, modules, init, primed }) =>
    [
      operation.padEnd(28),
      String(Math.round(bytes / 1024)).padStart(5),
      String(modules).padStart(8),
      rounded(init).padStart(6),
      rounded(primed).padStart(7),
    ].join(' '),
  );

  return [`${'function'.padEnd(28)}    KB  modules   init  primed`, ...lines, ''].join('\n');
}

const heading = [
  '# Cold starts',
  '',
  'Measured by `npm run bench:cold-start -- --write` on one machine with two processors: a new process for each start, one at a',
  'time, with all functions and an empty handler in a different order in each round. Times are multiples of the empty',
  'handler’s and do not include the download of the code. `infra/FUNCTIONS.md` lists each function’s.',
];

/**
 * `npm run bench:cold-start`: exits with status 0 only if every target is reached. `-- --write` saves the
 * figures in the repository. `BENCH_ROUNDS=1` only checks that the benchmark runs.
 */
await runBench(async (onEnd) => {
  const starts = await measure(onEnd, Number(process.env['BENCH_ROUNDS'] ?? 15));
  const rows = rowsOf(starts);

  return {
    rows,
    preface: `${describeStarts(starts)}\n`,
    savedFiles: [
      [page, describePage(heading, rows)],
      [figures, `${JSON.stringify(initOf(starts), null, 2)}\n`],
    ],
  };
});
