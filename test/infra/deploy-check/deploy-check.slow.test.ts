import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type Account, startAccount } from './account.ts';

const run = promisify(execFile);
const place = 'eu-central-1:111122223333';
const stackArn = (name: string) => `arn:aws:cloudformation:${place}:stack/${name}/0a1b`;
const certificateArn = `arn:aws:acm:${place}:certificate/0a1b`;
const tableArn = `arn:aws:dynamodb:${place}:table/outreach-prod-data-Table-1a`;
const tableStreamArn = `${tableArn}/stream/2026-05-04T03:02:01.000`;
const secretsKeyArn = `arn:aws:kms:${place}:key/mrk-0a1b`;
const signingKeyArn = `arn:aws:kms:${place}:key/mrk-2c3d`;
const exportsBucketName = 'outreach-prod-data-exportsbucket-1a';

const entry = {
  domainName: 'api.example.com',
  certificateArn,
  concurrencyQuota: 1000,
  tableStreamArn,
  secretsKeyArn,
  signingKeyArn,
  exportsBucketName,
};
const deleted = [{ Key: 'aws:cloudformation:stack-id', Value: stackArn('deleted') }];
const ready: Account = {
  stacks: { CDKToolkit: stackArn('CDKToolkit') },
  bootstrapVersion: '30',
  limit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
  resources: [tableArn, secretsKeyArn, signingKeyArn, `arn:aws:s3:::${exportsBucketName}`].map(
    (ResourceARN) => ({
      ResourceARN,
      Tags: deleted,
    }),
  ),
  certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.example.com'] },
  table: {
    TableStatus: 'ACTIVE',
    LatestStreamArn: tableStreamArn,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
  keys: {
    [secretsKeyArn]: { KeyId: 'mrk-0a1b', KeyState: 'Enabled', KeySpec: 'SYMMETRIC_DEFAULT' },
    [signingKeyArn]: { KeyId: 'mrk-2c3d', KeyState: 'Enabled', KeySpec: 'HMAC_256' },
  },
  tags: { service: 'outreach', stage: 'prod' },
  denied: [],
};

test('an account that is ready passes, also with the retained resources of a deleted stage', async () => {
  const { lines, code } = await check(ready);

  expect(lines).toEqual(
    [
      'the bootstrap resources of CDK',
      'the quota of concurrent executions',
      'resources of an earlier stage with this name',
      'certificateArn',
      'tableStreamArn',
      'secretsKeyArn',
      'signingKeyArn',
      'exportsBucketName',
    ].map((what) => `ok          ${what}`),
  );
  expect(code).toBe(0);
}, 60_000);

test('an account that is not ready gets one line for each problem, and status 1', async () => {
  const { lines, code } = await check({
    ...ready,
    stacks: { CDKToolkit: stackArn('CDKToolkit').replace('eu-central-1', 'us-east-1') },
    bootstrapVersion: '4',
    limit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
    resources: [
      { ResourceARN: `arn:aws:logs:${place}:log-group:outreach-prod-api-EndpointLogs`, Tags: deleted },
    ],
    certificate: { Status: 'PENDING_VALIDATION', SubjectAlternativeNames: ['example.com'] },
    table: { TableStatus: 'ARCHIVED' },
    keys: {
      [secretsKeyArn]: { KeyId: 'mrk-0a1b', KeyState: 'PendingDeletion', KeySpec: 'SYMMETRIC_DEFAULT' },
      [signingKeyArn]: { KeyId: 'mrk-2c3d', KeyState: 'Enabled', KeySpec: 'SYMMETRIC_DEFAULT' },
    },
    tags: { service: 'outreach', stage: 'dev' },
  });

  expect(lines).toEqual([
    expect.stringContaining('Its version is 4, but 6 is required.'),
    expect.stringContaining(
      'for the account 111122223333 and the region us-east-1, but the settings are for 1111',
    ),
    expect.stringContaining('The account has 10, but the stage uses 1000.'),
    expect.stringContaining('EndpointLogs exists. Use it in the settings, or delete it.'),
    expect.stringContaining('certificateArn: its status is PENDING_VALIDATION, not ISSUED.'),
    expect.stringContaining('certificateArn: it is for example.com, not for api.example.com.'),
    expect.stringContaining('tableStreamArn: the table’s status is ARCHIVED, not ACTIVE.'),
    expect.stringContaining('tableStreamArn: the table’s stream is not enabled'),
    expect.stringContaining('tableStreamArn: it lacks the tags service=outreach and stage=prod'),
    expect.stringContaining('secretsKeyArn: its state is PendingDeletion, not Enabled.'),
    expect.stringContaining('secretsKeyArn: it lacks the tags'),
    expect.stringContaining('signingKeyArn: it is a key of the type SYMMETRIC_DEFAULT, not HMAC_256.'),
    expect.stringContaining('signingKeyArn: it lacks the tags'),
    expect.stringContaining('exportsBucketName: it lacks the tags'),
  ]);
  expect(lines.filter((line) => !line.startsWith('PROBLEM     '))).toEqual([]);
  expect(code).toBe(1);
}, 60_000);

test('a quota that other functions have reserved is a problem', async () => {
  const { lines } = await check({
    ...ready,
    limit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 500 },
  });

  expect(lines[1]).toContain('but other functions leave only 400 to reserve');
}, 60_000);

test('calls that the credentials may not make are listed, and the other checks are made', async () => {
  const denied = ['DescribeStacks', 'GetAccountSettings', 'GetBucketTagging', 'ListResourceTags'];
  const { lines, code } = await check({ ...ready, denied });

  expect(lines.filter((line) => line.startsWith('ok'))).toEqual([
    'ok          certificateArn',
    'ok          tableStreamArn',
  ]);
  expect(lines.filter((line) => line.startsWith('not checked'))).toHaveLength(6);
  expect(code).toBe(0);
}, 60_000);

/** Runs the command against an account, with the stage `prod` in `cdk.json`. */
async function check(account: Account): Promise<{ lines: string[]; code: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-check-'));
  const { endpoint, stop } = await startAccount(account);
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    stop();
  });
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ context: { stages: { prod: entry } } }));
  const { stdout, code = 0 } = await run(process.execPath, [resolve('infra/deploy-check/main.ts'), 'prod'], {
    cwd: folder,
    env: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
  }).then(
    (result) => ({ ...result, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => {
      expect(error.stderr).toBe('');

      return error;
    },
  );

  return { lines: stdout.trim().split('\n'), code };
}
