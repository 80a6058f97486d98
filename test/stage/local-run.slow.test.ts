import { execFile } from 'node:child_process';
import { describe, expect, inject, test } from 'vitest';
import { acceptingUrl } from '../support/accepting-endpoint.ts';
import { newWorkspace } from '../support/stack.ts';
import { isWholeTier } from '../support/tier.ts';
import { newUser } from '../support/users.ts';
import { createStageClient, everyPage } from './support/api-client.ts';
import { namePrefix } from './support/test-data.ts';

describe.runIf(isWholeTier)('npm run test:stage against the local stack', { timeout: 300_000 }, () => {
  test('passes with a login and a receiver, and leaves only one company', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const { email, password } = await newUser(workspaceId);
    const { code, output } = await runStageTests({
      LOGIN_EMAIL: email,
      LOGIN_PASSWORD: password,
      WEBHOOK_URL: await acceptingUrl(),
    });

    expect(output).toMatch(/\n\d+ passed, 0 failed, 0 skipped\n/);
    expect(code).toBe(0);
    expect(await testDataIn(apiKey)).toEqual([]);
  });

  test('fails with an API key when a delivery fails, and leaves no data', async () => {
    const { apiKey } = await newWorkspace();
    const { code, output } = await runStageTests({ API_KEY: apiKey, WEBHOOK_URL: 'http://127.0.0.1:9/' });

    expect(output).toMatch(/\n\d+ passed, 1 failed, 1 skipped\n/);
    expect(output).toContain('a webhook is created, receives a test delivery, and is deleted');
    expect(code).toBe(1);
    expect(await testDataIn(apiKey)).toEqual([]);
  });
});

test.each([
  [{}, 'BASE_URL is missing'],
  [{ BASE_URL: 'example' }, 'BASE_URL must be a URL'],
  [{ BASE_URL: 'http://127.0.0.1:9', LOGIN_EMAIL: 'ada@example.com' }, 'API_KEY is missing'],
])('with the variables %o it names the variables to set', async (variables, message) => {
  const { code, output } = await runScript(variables);

  expect(code).toBe(2);
  expect(output).toContain(message);
  expect(output).toContain('BASE_URL=https://');
});

function runStageTests(variables: Readonly<Record<string, string>>) {
  return runScript({ BASE_URL: inject('stack').baseUrl, ...variables });
}

function runScript(
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], NO_COLOR: '1', ...variables };
    const child = execFile(process.execPath, ['test/stage/main.ts'], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
    );
  });
}

/** Names of the test data that still exist. */
async function testDataIn(apiKey: string): Promise<string[]> {
  const api = createStageClient(inject('stack').baseUrl, { Authorization: `Bearer ${apiKey}` });
  const names = [
    ...(await everyPage((query) => api.GET('/contacts', { params: { query } }))).map(({ email }) => email),
    ...(await everyPage((query) => api.GET('/campaigns', { params: { query } }))).map(({ name }) => name),
    ...(await everyPage((query) => api.GET('/blocklist', { params: { query } }))).map(({ value }) => value),
    ...(await everyPage((query) => api.GET('/webhooks', { params: { query } }))).map(({ url }) => url),
  ];
  const keys = await everyPage((query) => api.GET('/api-keys', { params: { query } }));
  const companies = await everyPage((query) => api.GET('/companies', { params: { query } }));
  expect(companies.length).toBe(1);

  return [...names, ...keys.map(({ name }) => name).filter((name) => name.startsWith(namePrefix))];
}
