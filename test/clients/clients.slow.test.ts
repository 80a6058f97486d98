import { mkdirSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { newWorkspace, useStack } from '../support/stack.ts';
import { cache, runGenerator } from './support/run-generator.ts';
import { generators, isSelected } from './support/turn.ts';

/** Generates a client with each generator from the document that the stack serves, and runs a small program with it. */
const documentFile = `${cache}/openapi.client.json`;

beforeAll(async () => {
  const response = await fetch(`${useStack().baseUrl}/openapi.client.json`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(documentFile, await response.text());
});

test.for(generators)(
  'the client of %s compiles and works',
  { timeout: 900_000 },
  async (generator, { skip }) => {
    skip(!isSelected(generator));
    const { apiKey } = await newWorkspace();
    const found = await runGenerator(generator, {
      API: useStack().baseUrl,
      API_KEY: apiKey,
      DOCUMENT: documentFile,
    });

    expect(found).toEqual({
      isRepeated: true,
      imported: 2,
      contacts: ['ann@example.com', 'bo@example.com', 'cy@example.com'],
      withoutCompany: true,
      status: 'draft',
      startsAt: true,
      fault: ['email', 'custom'],
      events: 1,
    });
  },
);
