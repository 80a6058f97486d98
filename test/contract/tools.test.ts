import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolOperations } from '#lib/mcp/operations.ts';
import { mcpRoutes } from '#lib/mcp/routes.ts';
import { tools } from '#lib/mcp/tools.ts';
import { endpoints } from '#lib/operations.ts';

const operationNames = Object.keys(toolOperations);

test('each tool and each confirmation names an operation of the API', () => {
  const byName = new Map(endpoints.map(({ name, definition }) => [name, definition]));

  expect(operationNames.length).toBeGreaterThan(20);
  for (const [name, definition] of Object.entries(toolOperations)) {
    expect([name, byName.get(name) === definition]).toEqual([name, true]);
  }
});

test('functions/mcp/call.ts loads the function of each operation under its name', () => {
  const text = readFileSync('functions/mcp/call.ts', 'utf8');
  const loaded = [...text.matchAll(/'(.+)': \(\) => import\('\.\.\/(.+)\.ts'\)/g)];

  expect(loaded.map(([, name]) => name)).toEqual(operationNames);
  for (const [, name = '', file = ''] of loaded) expect(file).toBe(name.replace('.', '/'));
});

test('the function has exactly the permissions that its operations need together', () => {
  const needs = new Set(Object.values(toolOperations).flatMap((operation) => operation.needs));
  /** Each contains the other one. */
  for (const [larger, smaller] of [
    ['table:write', 'table:read'],
    ['secrets:seal', 'secrets:open'],
  ] as const) {
    if (needs.has(larger)) needs.delete(smaller);
  }

  expect([...needs].toSorted()).toEqual(mcpRoutes.call.needs.toSorted());
});

test('only these tools write without a confirmation, because they send and delete nothing', () => {
  const unconfirmed = Object.entries(tools)
    .filter(([, { operation, confirm }]) => toolOperations[operation].method !== 'GET' && !confirm)
    .map(([name]) => name);

  expect(unconfirmed).toEqual(['create_campaign', 'preview_email', 'dry_run_campaign', 'pause_campaign']);
});
