import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Template } from 'aws-cdk-lib/assertions';
import { CloudAssembly, type CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePackage } from '../../infra/package/write-package.ts';
import { createApp, operationOf, render, resourcesOf, settingsOf } from './synthesised.ts';

const run = promisify(execFile);
const bytesMax = 20_000_000;

/** An app with a stage of a pipeline that passes its own resources, and with a stage that passes none. */
const source = `
import { App, Stack, Stage } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AttributeType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { OutreachService, shareCapacity } from 'outreach-campaign-service/cdk';
import { OutreachClient } from 'outreach-campaign-service/client';

const app = new App();
const live = new Stage(app, 'Live');
const platform = new Stack(live, 'Platform');
const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/0a1b';
const table = new Table(platform, 'Table', {
  partitionKey: { name: 'pk', type: AttributeType.STRING },
  stream: StreamViewType.NEW_AND_OLD_IMAGES,
});
const { baseUrl } = new OutreachService(live, 'Outreach', {
  stage: 'live',
  vpc: new Vpc(platform, 'Vpc'),
  domain: { name: 'api.example.com', certificate: Certificate.fromCertificateArn(platform, 'Certificate', certificateArn) },
  table,
  keys: {
    secrets: new Key(platform, 'Secrets'),
    signing: new Key(platform, 'Signing', { keySpec: KeySpec.HMAC_256, keyUsage: KeyUsage.GENERATE_VERIFY_MAC }),
  },
  alarmTopic: new Topic(platform, 'Topic'),
  logs: { retention: RetentionDays.ONE_YEAR, encryptionKey: new Key(platform, 'LogKey') },
  permissionsBoundary: ManagedPolicy.fromManagedPolicyName(platform, 'Boundary', 'boundary'),
  capacity: shareCapacity(400, false),
});
if (baseUrl !== 'https://api.example.com') throw new Error(baseUrl);
const { contacts } = new OutreachClient({ baseUrl, apiKey: 'osk_1' });
if (typeof contacts.create !== 'function') throw new Error('no client');
new OutreachService(app, 'Trial', { stage: 'trial', removal: 'destroy', fixedAddress: undefined });
app.synth();
`;

const folder = await mkdtemp(join(tmpdir(), 'package-test-'));
const installed = join(folder, 'node_modules/outreach-campaign-service');
let archive = '';
let live: readonly CloudFormationStackArtifact[] = [];
let trial: readonly CloudFormationStackArtifact[] = [];

beforeAll(async () => {
  await writePackage(join(folder, 'package'));
  const { stdout } = await run('npm', ['pack', '--silent', join(folder, 'package')], { cwd: folder });
  archive = stdout.trim();
  await mkdir(installed, { recursive: true });
  await run('tar', ['xzf', join(folder, archive), '-C', installed, '--strip-components=1']);
  for (const name of ['aws-cdk-lib', 'constructs', '@types']) {
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'app.ts'), source);
  await run(process.execPath, ['app.ts'], { cwd: folder, env: { CDK_OUTDIR: join(folder, 'cdk.out') } });
  const assembly = new CloudAssembly(join(folder, 'cdk.out'));
  live = assembly.getNestedAssembly('assembly-Live').stacks;
  trial = assembly.stacks;
}, 240_000);

afterAll(() => rm(folder, { recursive: true }));

const read = (stacks: readonly CloudFormationStackArtifact[], name: string) =>
  Template.fromJSON(stacks.find(({ stackName }) => stackName === name)?.template);

it('A stage without properties has the resources of a stage of cdk.json, also with the default flags of CDK', () => {
  const own = createApp('trial', settingsOf('trial'), undefined, {
    siteFolder: join(installed, 'site'),
  }).synth();
  const idsOf = (template: Template) => Object.keys(template.toJSON()['Resources']).toSorted();

  expect(trial.map(({ stackName }) => stackName)).toEqual(own.stacks.map(({ stackName }) => stackName));
  for (const { stackName, template } of own.stacks) {
    // The id of a deployment of the gateway contains a hash of its routes.
    expect(idsOf(read(trial, stackName))).toEqual(idsOf(Template.fromJSON(template)));
  }
});

it('The stages use the resources that an app passes, and create none in place of them', () => {
  const [data, api, workers] = ['data', 'api', 'workers'].map((name) =>
    read(live, `outreach-live-${name}`),
  ) as [Template, Template, Template];
  const all = [data, api, workers];
  const functions = resourcesOf(all, 'AWS::Lambda::Function');
  const inVpc = functions.filter(({ properties }) => properties['VpcConfig'] !== undefined);
  const valuesOf = (type: string, property: string) => [
    ...new Set(resourcesOf(all, type).map(({ properties }) => shorten(properties[property]))),
  ];

  expect({
    created: ['DynamoDB::Table', 'KMS::Key', 'SNS::Topic', 'EC2::VPC'].map(
      (type) => resourcesOf(all, `AWS::${type}`).length,
    ),
    inVpc: inVpc.map(operationOf).filter(Boolean),
    boundaries: valuesOf('AWS::IAM::Role', 'PermissionsBoundary'),
    alarms: valuesOf('AWS::CloudWatch::Alarm', 'AlarmActions'),
    logKeys: valuesOf('AWS::Logs::LogGroup', 'KmsKeyId'),
    retention: valuesOf('AWS::Logs::LogGroup', 'RetentionInDays'),
    reserved: valuesOf('AWS::Lambda::Function', 'ReservedConcurrentExecutions'),
    domain: valuesOf('AWS::ApiGateway::DomainName', 'DomainName'),
  }).toMatchInlineSnapshot(`
    {
      "alarms": [
        "<Live-Platform:ExportsOutputRefTopic>",
        "<outreach-live-api:ExportsOutputRefAlarmsTickets>",
      ],
      "boundaries": [
        "arn:<AWS::Partition>:iam::<AWS::AccountId>:policy/boundary",
      ],
      "created": [
        0,
        0,
        1,
        0,
      ],
      "domain": [
        "api.example.com",
      ],
      "inVpc": [
        "campaigns.test",
        "connect.begin",
        "connect.finish",
        "connect.smtp",
        "webhooks.test",
        "emails.send",
        "inbox.sync",
        "webhooks.deliver",
        "webhooks.deliver-slowly",
        "maintenance.sweep",
      ],
      "logKeys": [
        "<Live-Platform:ExportsOutputFnGetAttLogKeyArn>",
      ],
      "reserved": [
        undefined,
      ],
      "retention": [
        365,
      ],
    }
  `);
});

it('The package has declarations, and no source maps and dependencies', async () => {
  const files = await readdir(installed, { recursive: true });
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);

  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));

  expect(Object.keys(manifest)).not.toContain('dependencies');
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  expect((await stat(join(folder, archive))).size).toBeLessThan(bytesMax);
}, 60_000);

/** A reference without the hashes of ids, or a list of them. */
function shorten(value: unknown): unknown {
  if (value === undefined || typeof value === 'number' || typeof value === 'string') return value;

  return Array.isArray(value) ? value.map(render).join() : render(value);
}
