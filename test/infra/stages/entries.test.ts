import { expect, it } from 'vitest';
import { stageSettingNames } from '../../../infra/stage-entries.ts';
import { readStage } from '../../../infra/stages.ts';

const account = '111122223333';
const region = 'eu-central-1';
const arn = (service: string, resource: string, place = `${region}:${account}`) =>
  `arn:aws:${service}:${place}:${resource}`;
const certificateArn = arn('acm', 'certificate/0a1b');
const streamOf = (table: string) => arn('dynamodb', `table/${table}/stream/2026-05-04T03:02:01.000`);
const keys = {
  secretsKeyArn: arn('kms', 'key/mrk-0a1b'),
  signingKeyArn: arn('kms', 'key/mrk-2c3d'),
  tableStreamArn: streamOf('outreach-prod-restored'),
};
const linked = { generatedLinks: true };

const read = (stage: unknown, stages?: unknown, others: Readonly<Record<string, unknown>> = {}) =>
  readStage((key) => ({ stage, stages, ...others })[key]);

it('dev exists without an entry and is the default; any other stage must be declared', () => {
  expect(read(undefined).stage).toBe('dev');
  expect(read('dev', { dev: { dashboard: true } }).settings.dashboard).toBe(true);
  expect(read('pr-12', { 'pr-12': {} }).stage).toBe('pr-12');

  for (const unknown of ['prod', 'local', 'production', 'toString', '__proto__', '', 1]) {
    expect(() => read(unknown, { staging: {} })).toThrow(
      `There is no stage ${JSON.stringify(String(unknown))}. Stages: dev, staging.`,
    );
  }
});

it('prod is a production stage, and others only if they say so', () => {
  const isProtected = (stage: string, entry: object) =>
    read(stage, { [stage]: { ...linked, ...entry } }).settings.removal === 'retain';

  expect([isProtected('prod', {}), isProtected('live', { production: true })]).toEqual([true, true]);
  expect([isProtected('prod', { production: false }), isProtected('staging', {})]).toEqual([false, false]);
});

it('A production stage needs an address for links that a new gateway keeps, or accepts that it has none', () => {
  const linksOf = (entry: object) => read('prod', { prod: entry }).settings;

  expect(() => linksOf({})).toThrow('The stage prod needs a domain with a certificate, or linksBaseUrl');
  expect(() => linksOf({ generatedLinks: false })).toThrow('needs a domain');
  expect(linksOf({ domainName: 'api.example.com', certificateArn }).domain?.name).toBe('api.example.com');
  expect(linksOf({ linksBaseUrl: 'https://l.example.com' }).linksBaseUrl).toBe('https://l.example.com');
  expect(linksOf(linked).linksBaseUrl).toBeUndefined();
});

it.each(stageSettingNames)('The setting %s is refused outside of a stage', (name) => {
  expect(() => read('dev', {}, { [name]: 'any' })).toThrow(
    `${name} belongs to a stage. Write it below the stage in cdk.json: "context": {"stages": {"prod": {"${name}": …}}}.`,
  );
});

it.each<[object, string]>([
  [
    { domianName: 'a.example.com' },
    'stages.staging.domianName is not a setting. Settings: production, account',
  ],
  [{ domainName: 'https://a.example.com', certificateArn }, 'stages.staging.domainName must be a host name.'],
  [{ trackingDomainTarget: 'links' }, 'stages.staging.trackingDomainTarget must be a host name.'],
  [{ domainName: 1 }, 'stages.staging.domainName must be a host name.'],
  [{ domainName: 'a.example.com' }, 'stages.staging needs domainName and certificateArn together.'],
  [{ certificateArn }, 'stages.staging needs domainName and certificateArn together.'],
  [
    { certificateArn: arn('wafv2', 'regional/a') },
    'stages.staging.certificateArn must be the ARN of a certif',
  ],
  [
    { webAclArn: arn('wafv2', 'global/a') },
    'stages.staging.webAclArn must be the ARN of a regional web ACL.',
  ],
  [
    { linksBaseUrl: 'https://a.example.com/l' },
    'stages.staging.linksBaseUrl must be an https URL without a path',
  ],
  [
    { tableStreamArn: arn('dynamodb', 'table/a') },
    'stages.staging.tableStreamArn must be the ARN of a table’s',
  ],
  [{ secretsKeyArn: 'alias/a' }, 'stages.staging.secretsKeyArn must be the ARN of the key for secrets.'],
  [{ secretsKeyArn: keys.secretsKeyArn }, 'stages.staging needs secretsKeyArn and signingKeyArn together.'],
  [{ ...keys, tableStreamArn: undefined }, 'stages.staging needs secretsKeyArn and tableStreamArn together.'],
  [{ concurrencyQuota: '100' }, 'stages.staging.concurrencyQuota must be the number'],
  [{ concurrencyQuota: 9 }, 'stages.staging.concurrencyQuota must be the number'],
  [
    { methodRequestsPerSecond: 0 },
    'stages.staging.methodRequestsPerSecond must be an integer of at least 1.',
  ],
  [{ reserveConcurrency: true }, 'stages.staging.reserveConcurrency must be false or omitted.'],
  [{ dashboard: 'true' }, 'stages.staging.dashboard must be true or false.'],
  [{ rateLimitPerAddress: 9 }, 'stages.staging.rateLimitPerAddress must be an integer of at least 10.'],
  [
    { rateLimitPerAddress: 2000, webAclArn: arn('wafv2', 'regional/a') },
    'stages.staging has webAclArn and rateLimitPerAddress, but a gateway has one web ACL.',
  ],
  [{ monthlyBudgetUsd: '100' }, 'stages.staging.monthlyBudgetUsd must be an integer of at least 1.'],
  [{ tracing: 1 }, 'stages.staging.tracing must be true or false.'],
  [{ alarmEmail: 'on-call' }, 'stages.staging.alarmEmail must be an email address.'],
  [{ alarmTopicArn: arn('sqs', 'a') }, 'stages.staging.alarmTopicArn must be the ARN of a topic.'],
  [
    { region: 'us-east-1', alarmTopicArn: arn('sns', 'pages') },
    'stages.staging has several regions: us-east-1, eu-central-1.',
  ],
  [{ account: 111122223333 }, 'stages.staging.account must be an account id of 12 digits'],
  [
    { region: 'us-east-1', webAclArn: arn('wafv2', 'regional/a') },
    'stages.staging has several regions: us-east-1, eu-central-1.',
  ],
  [
    {
      domainName: 'a.example.com',
      certificateArn,
      webAclArn: arn('wafv2', 'regional/a', `${region}:999988887777`),
    },
    'stages.staging has several accounts: 111122223333, 999988887777.',
  ],
])('%o is refused with its path', (entry, message) => {
  // Each entry is validated, not only the entry of the stage.
  expect(() => read('dev', { staging: entry })).toThrow(message);
});

it.each(['Staging', 'pr_12', '-pr', 'pr--1', 'a-data', 'api', 'local', 'a-name-too-long'])(
  'The stage name %s is refused',
  (name) => {
    expect(() => read('dev', { [name]: {} })).toThrow(
      `stages.${name} must be a name of at most 14 lower-case`,
    );
  },
);

it.each([[['prod']], ['prod'], [{ prod: true }]])('%o is refused in place of stages', (stages) => {
  expect(() => read('dev', stages)).toThrow('must be an object');
});

it.each([
  ['domainName', { domainName: 'a.example.com', certificateArn }],
  ['linksBaseUrl', { linksBaseUrl: 'https://a.example.com' }],
  ['trackingDomainTarget', { trackingDomainTarget: 'a.example.com' }],
  ['secretsKeyArn', { ...keys, tableStreamArn: streamOf('outreach-one-b') }],
])('Two stages cannot share %s', (setting, entry) => {
  const shared = { one: { ...linked, ...entry }, two: { ...linked, ...entry } };

  expect(() => read('dev', shared)).toThrow(`stages.one.${setting} is also a setting of the stage two.`);
});

it('A link domain of one stage is not the domain of another, and a replica of a key is the same key', () => {
  const other = { domainName: 'a.example.com', certificateArn };
  const replicas = {
    tableStreamArn: streamOf('outreach-two-b').replace(region, 'us-east-1'),
    secretsKeyArn: keys.secretsKeyArn.replace(region, 'us-east-1'),
    signingKeyArn: keys.signingKeyArn.replace(region, 'us-east-1'),
  };

  expect(() => read('dev', { one: { linksBaseUrl: 'https://a.example.com' }, two: other })).toThrow(
    'stages.one.linksBaseUrl is also a setting of the stage two.',
  );
  expect(() => read('dev', { prod: { ...linked, ...keys }, two: replicas })).toThrow(
    'stages.prod.secretsKeyArn is also a setting of the stage two.',
  );
});

it('A table or bucket belongs to the declared stage with the longest name that its name begins with', () => {
  const withTable = (stage: string, table: string) => ({
    [stage]: { ...linked, tableStreamArn: streamOf(table) },
  });
  const bucket = { exportsBucketName: 'outreach-dev-data-exports' };

  expect(read('pr', withTable('pr', 'outreach-pr-12-data-Table')).settings.table).toBeDefined();
  for (const stages of [
    { ...withTable('pr', 'outreach-pr-12-data-Table'), 'pr-12': {} },
    withTable('prod', 'outreach-dev-data-Table'),
    withTable('dev', 'outreach-prod-restored'),
    withTable('prod', 'restored'),
    { prod: { ...linked, ...bucket } },
  ]) {
    expect(() => read('dev', stages)).toThrow('does not belong to the stage');
  }
  expect(read('dev', { dev: bucket }).settings.exportsBucketName).toBe(bucket.exportsBucketName);
});
