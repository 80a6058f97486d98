import { expect, test } from 'vitest';
import { endpoints } from '#lib/operations.ts';
import { subjectOf } from '../../api/support/subject.ts';
import { useStack } from '../../support/stack.ts';
import { declared, pairsOf, runAs, watchEmissions } from './support/emissions.ts';

useStack();
const { emissions } = watchEmissions();
const writes = endpoints.filter(({ definition }) => definition.method !== 'GET');

test.each(writes)('a successful request of $name emits no undeclared events', async (endpoint) => {
  const { name, definition } = endpoint;
  const subject = await subjectOf(endpoint);
  const apiKey = definition.auth === 'credential' ? subject.workspace.apiKey : undefined;
  const reply = await runAs(name, () => subject.send(apiKey));

  expect(reply.status).toBeLessThan(400);
  const own = emissions.filter(({ operation }) => operation === name);
  expect(pairsOf(own).filter((pair) => !pairsOf(declared).includes(pair))).toEqual([]);
});
