import { legend } from './grant-summary.ts';

export interface FunctionFacts {
  readonly operation: string;
  readonly bytes: number;
  /** Init duration as a multiple of an empty handler's; undefined before it was measured. */
  readonly init: number | undefined;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly grants: string;
}

export interface StackFacts {
  readonly stack: string;
  readonly resources: number;
  readonly outputs: number;
  readonly templateBytes: number;
  readonly functions: number;
  readonly codeBytes: number;
}

const kilobyte = 1024;

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const limits = { resources: 500, outputs: 200, templateKb: 1024 };

/** The content of `infra/FUNCTIONS.md`. */
export function describeFunctions(
  functions: readonly FunctionFacts[],
  stacks: readonly StackFacts[],
): string {
  return [
    ...head,
    '| stack | resources | of 500 | outputs, of 200 | template KB, of 1024 | functions | code KB |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...stacks.map(stackLine),
    '',
    '## Functions',
    '',
    ...functionsHead,
    '| function | KB | init | memory MB | timeout s | permissions |',
    '|---|---:|---:|---:|---:|---|',
    ...functions.map(functionLine),
    '',
  ].join('\n');
}

const head = [
  '# Deployed functions',
  '',
  'This page is generated from the templates of the stage prod and the uploaded modules. A test fails if it is out of date;',
  '`UPDATE_FUNCTIONS=1 TEST_ALL=1 npx vitest run test/infra/functions.slow.test.ts` regenerates it.',
  '',
];

const functionsHead = [
  'KB is the size of the uploaded module before compression. The test tolerates a difference of 2 KB, so that small changes of a',
  'library do not change this page. *init* is the init duration of the process as a multiple of the init duration of an empty handler;',
  '`npm run bench:cold-start -- --write` measures it. Each function has a separate role. The last column has its permissions',
  'except logging, as derived from `needs` in `lib/<domain>/routes.ts` and `workers.ts`. [ACCESS.md](ACCESS.md) has the permissions on the',
  'items of the table.',
  '',
  ...legend,
  '',
];

function stackLine({ stack, resources, outputs, templateBytes, functions, codeBytes }: StackFacts): string {
  const share = `${Math.round((100 * resources) / limits.resources)} %`;
  const cells = [stack, resources, share, outputs, inKb(templateBytes), functions, inKb(codeBytes)];

  return `| ${cells.join(' | ')} |`;
}

function functionLine({ operation, bytes, init, memoryMb, timeoutSeconds, grants }: FunctionFacts): string {
  const cells = [operation, inKb(bytes), init?.toFixed(2) ?? '—', memoryMb, timeoutSeconds, grants || '—'];

  return `| ${cells.join(' | ')} |`;
}

function inKb(bytes: number): number {
  return Math.round(bytes / kilobyte);
}
