import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { operationOf, resourcesOf, synthesiseStage } from './synthesised.ts';

const { dependencies, ...templates } = synthesiseStage('prod');
const stacks = ['data', 'api', 'workers'] as const;

it('The data stack is deployed first, then the API, then the workers; no stack depends on a later one', () => {
  expect(dependencies).toEqual({
    data: [],
    api: ['outreach-prod-data'],
    workers: ['outreach-prod-api', 'outreach-prod-data'],
  });
});

describe.each(stacks)('The stack %s', (stack) => {
  it('has no circular dependency', () => {
    expect(cyclesOf(templates[stack].toJSON())).toEqual([]);
  });
});

it('Resource names are unique across all stacks', () => {
  const names = stacks.flatMap((stack) => Object.keys(resourcesIn(templates[stack].toJSON())));

  expect(new Set(names).size).toBe(names.length);
});

it('A function is named after its stack and its operation, in no more than 64 characters', () => {
  const functions = stacks.flatMap((stack) => resourcesOf(templates[stack], 'AWS::Lambda::Function'));

  for (const lambda of functions) {
    const name = String(lambda.properties['FunctionName']);

    expect(name).toMatch(
      new RegExp(`^outreach-prod-(api|workers)-${operationOf(lambda).replaceAll('.', '-')}$`),
    );
    expect(name.length).toBeLessThanOrEqual(64);
  }
});

function cyclesOf(template: unknown): string[] {
  const resources = Object.entries(resourcesIn(template));
  const needs = new Map(
    resources.map(([id, resource]) => {
      const text = JSON.stringify(resource);

      return [id, resources.flatMap(([other]) => (other !== id && text.includes(`"${other}"`) ? other : []))];
    }),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (id: string, path: readonly string[]): void => {
    if (path.includes(id)) cycles.push([...path, id].join(' → '));
    if (path.includes(id) || done.has(id)) return;
    for (const other of needs.get(id) ?? []) visit(other, [...path, id]);
    done.add(id);
  };
  for (const id of needs.keys()) visit(id, []);

  return cycles;
}

function resourcesIn(template: unknown): Record<string, unknown> {
  return z.parse(z.object({ Resources: z.record(z.string(), z.unknown()) }), template).Resources;
}
