import { readFileSync } from 'node:fs';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, test } from 'vitest';

test('the client’s types are generated from the document', async () => {
  const document = JSON.parse(readFileSync('lib/docs/openapi.json', 'utf8'));
  const made = COMMENT_HEADER + astToString(await openapiTS(document));
  const isCurrent = made === readFileSync('infra/openapi/schema.d.ts', 'utf8');

  expect(isCurrent, 'schema.d.ts is out of date: run `npm run openapi`').toBe(true);
});
