import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import spectral from '@stoplight/spectral-core';
import { expect, test } from 'vitest';
import { endpoints } from '#lib/operations.ts';
import { ruleset, rulesOfCredentials } from './spectral-ruleset.ts';

const run = promisify(execFile);
const file = 'lib/docs/openapi.json';

async function findingsOf(document: unknown): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(ruleset);
  const findings = await linter.run(JSON.stringify(document));

  return findings
    .filter(({ code, path }) => !(rulesOfCredentials.includes(String(code)) && isPublic(path)))
    .map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`);
}

function isPublic([, path, method]: readonly (string | number)[]): boolean {
  return endpoints.some(
    ({ definition }) =>
      ['none', 'link'].includes(definition.auth) &&
      definition.path === path &&
      definition.method.toLowerCase() === method,
  );
}

test('Redocly reports no errors or warnings', async () => {
  // Called by its file, so that `npx` cannot fetch another version. Telemetry and the update check are off.
  const { stdout } = await run(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')),
      ...['lint', file, '--config', 'test/contract/openapi/redocly.yaml', '--format', 'json'],
    ],
    {
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      },
    },
  ).catch((failure: { stdout: string }) => failure);
  const { totals, problems } = JSON.parse(stdout);

  expect(
    problems.map(({ ruleId, message }: { ruleId: string; message: string }) => `${ruleId}: ${message}`),
  ).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});

test('Spectral reports no violations of the OpenAPI and OWASP rules', { timeout: 120_000 }, async () => {
  expect(await findingsOf(JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
});

test('Spectral reports unlimited strings and missing rate limit headers', { timeout: 120_000 }, async () => {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  delete document.components.schemas.NewContact.properties.firstName.maxLength;
  delete document.paths['/contacts'].post.responses['201'].headers;
  const findings = (await findingsOf(document)).join('\n');

  expect(findings).toContain('owasp:api4:2023-string-limit');
  expect(findings).toContain('owasp:api4:2023-rate-limit');
});
