import { legend } from './grant-words.ts';

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
    '| function | KB | init | memory MB | time-out s | may |',
    '|---|---:|---:|---:|---:|---|',
    ...functions.map(functionLine),
    '',
  ].join('\n');
}

const head = [
  '# What is deployed',
  '',
  'Read from the templates of the stage prod and the modules that are uploaded. A test fails when this page is not what they say;',
  '`UPDATE_FUNCTIONS=1 npx vitest run test/infra/functions.test.ts` writes it anew.',
  '',
];

const functionsHead = [
  'KB is the module as it is uploaded, before it is zipped; the test lets it be 2 KB off, so that not every change of a library is',
  'one of this page. *init* is the time from the start of a process until the function can be called, as a multiple of that of a',
  'handler that does nothing; `npm run bench:cold-start -- --write` measures it. Each function has a role of its own; what that may',
  'do, beyond writing its log, stands in the last column, as its `needs` in `lib/<domain>/routes.ts` and `workers.ts` ask for it.',
  'Beginnings of keys, such as `KEY#*`, say to which items a grant is bound.',
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
  const cells = [operation, inKb(bytes), init?.toFixed(2) ?? '—', memoryMb, timeoutSeconds, grants];

  return `| ${cells.join(' | ')} |`;
}

function inKb(bytes: number): number {
  return Math.round(bytes / kilobyte);
}
