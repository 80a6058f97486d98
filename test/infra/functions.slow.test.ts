import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { readBundles } from '../bench/support/bundle-inventory.ts';
import { bundleAll } from '../support/bundles.ts';
import { describeFunctions, type FunctionFacts, type StackFacts } from './functions-page.ts';
import { describeGrants } from './grant-summary.ts';
import { grantsOf } from './role-grants.ts';
import { countResources, operationOf, resourcesOf, synthesiseStage, targetOf } from './synthesised.ts';

const pageFile = 'infra/FUNCTIONS.md';
const figuresFile = 'test/bench/cold-start/figures.json';
const kbTolerance = 2;

const { data, api, workers: workersStack, service } = synthesiseStage('prod');
const bytes = new Map(readBundles(await bundleAll()).map((it) => [it.operation, it.bytes]));
const page = describeFunctions(readFunctions(), readStacks());

beforeAll(() => {
  if (process.env['UPDATE_FUNCTIONS'] === '1') writeFileSync(pageFile, page);
});

test('FUNCTIONS.md is up to date with the templates', () => {
  const [kept, now] = [readFileSync(pageFile, 'utf8'), page].map(withoutSizes);

  expect(kept).toBe(now);
});

test('the sizes in FUNCTIONS.md differ from the uploaded modules by at most 2 KB', () => {
  const kept = sizesOf(readFileSync(pageFile, 'utf8'));
  const off = [...sizesOf(page)].filter(([name, kb]) => Math.abs(kb - (kept.get(name) ?? 0)) > kbTolerance);

  expect(off).toEqual([]);
  expect(kept.size).toBe([...routedEndpoints, fallback, ...workers].length);
});

function readFunctions(): FunctionFacts[] {
  const Figures = z.record(z.string(), z.number());
  const init = existsSync(figuresFile) ? Figures.parse(JSON.parse(readFileSync(figuresFile, 'utf8'))) : {};
  const Sizes = z.object({ MemorySize: z.number(), Timeout: z.number() });
  const roles = new Map(resourcesOf(service, 'AWS::IAM::Role').map((role) => [role.logicalId, role]));

  return resourcesOf(service, 'AWS::Lambda::Function').map((lambda) => {
    const operation = operationOf(lambda);
    const { MemorySize, Timeout } = Sizes.parse(lambda.properties);
    const role = roles.get(targetOf(lambda.properties['Role']));

    return {
      operation,
      bytes: bytes.get(operation) ?? 0,
      init: init[operation],
      memoryMb: MemorySize,
      timeoutSeconds: Timeout,
      grants: role === undefined ? '' : describeGrants(grantsOf(role)),
    };
  });
}

function readStacks(): StackFacts[] {
  return Object.entries({ data, api, workers: workersStack }).map(([stack, template]) => {
    const operations = resourcesOf(template, 'AWS::Lambda::Function').map(operationOf);

    return {
      stack,
      resources: countResources(template),
      outputs: Object.keys(template.findOutputs('*')).length,
      // The format that CDK writes: without white space.
      templateBytes: JSON.stringify(template.toJSON()).length,
      functions: operations.length,
      codeBytes: operations.reduce((sum, operation) => sum + (bytes.get(operation) ?? 0), 0),
    };
  });
}

const line = /^\| ([\w-]+\.[\w-]+) \| (\d+) \|/;

function sizesOf(text: string): Map<string, number> {
  return new Map(
    text.split('\n').flatMap((it) => {
      const [, name, kb] = line.exec(it) ?? [];

      return name === undefined ? [] : [[name, Number(kb)] as const];
    }),
  );
}

/** Without the sizes of stacks, templates and functions, which change with every line of code. */
function withoutSizes(text: string): string {
  return text
    .replaceAll(new RegExp(line, 'gm'), '| $1 | |')
    .replaceAll(/^(\| (?:data|api|workers) \| \d+ \| \d+ % \| \d+ \|) \d+ \| (\d+) \| \d+ \|$/gm, '$1 $2 |');
}
