import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { workers as workerOperations } from '#lib/operations.ts';
import { findingsIn } from './findings.ts';
import {
  createApp,
  render,
  resourcesOf,
  type StageTemplates,
  settingsOf,
  synthesiseStage,
} from './synthesised.ts';

const tableArn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/outreach-prod-restored';
const tableStreamArn = `${tableArn}/stream/2026-05-04T03:02:01.000`;

const before = synthesiseStage('prod');
const after = synthesiseStage('prod', settingsOf('prod', { tableStreamArn }));

it('All functions, streams, permissions and alarms use the restored table', () => {
  const Environment = z.object({ Variables: z.object({ TABLE_NAME: z.unknown() }) });
  const named = resourcesOf(after.service, 'AWS::Lambda::Function').map(({ properties }) =>
    render(z.parse(Environment, properties['Environment']).Variables.TABLE_NAME),
  );
  const streams = resourcesOf(after.workers, 'AWS::Lambda::EventSourceMapping')
    .map(({ properties }) => properties['EventSourceArn'])
    .filter((arn) => typeof arn === 'string');

  expect(new Set(named)).toEqual(new Set(['outreach-prod-restored']));
  expect(streams).toEqual(
    workerOperations.flatMap(({ definition }) => (definition.trigger === 'stream' ? tableStreamArn : [])),
  );
  for (const template of after.service) {
    const text = JSON.stringify(template.toJSON());

    expect(text).toContain(tableArn);
    expect(text).not.toMatch(/ImportValue":"[^"]*Table/);
  }
});

it('The stage’s own table is unchanged and still exported while a restored table replaces it, and afterwards', () => {
  const [first, second] = [before, after].map(({ data }) => [
    data.findResources('AWS::DynamoDB::Table'),
    Object.entries(data.findOutputs('*')).filter(([, output]) => output['Export'] !== undefined),
  ]);

  expect(second).toEqual(first);
  expect(after.data.findOutputs('TableName')).toEqual({ TableName: { Value: 'outreach-prod-restored' } });
});

describe('A stage that was lost and is created again with its table, keys and bucket', () => {
  const secretsKeyArn = 'arn:aws:kms:eu-central-1:111122223333:key/mrk-0a1b';
  const signingKeyArn = 'arn:aws:kms:eu-central-1:111122223333:key/mrk-2c3d';
  const exportsBucketName = 'outreach-prod-data-exportsbucket-1a';
  const retained = { tableStreamArn, secretsKeyArn, signingKeyArn, exportsBucketName };
  const rebuilt = synthesiseStage('prod', settingsOf('prod', retained));

  it('creates no table, key and bucket, and has the same outputs', () => {
    const outputs = rebuilt.data.findOutputs('*');

    expect(rebuilt.data.toJSON()['Resources']).toEqual({
      Empty: { Type: 'AWS::CloudFormation::WaitConditionHandle' },
    });
    expect(outputs).toEqual({
      TableName: { Value: 'outreach-prod-restored' },
      SecretsKeyArn: { Value: secretsKeyArn },
      SigningKeyArn: { Value: signingKeyArn },
      ExportsBucketName: { Value: exportsBucketName },
    });
  });

  it('gives each function the same variables and permissions, on the retained resources', () => {
    const bucketArn = `arn:<AWS::Partition>:s3:::${exportsBucketName}`;
    const ids = new Map([
      [exportOf('ExportsOutputFnGetAttSecretsKey'), secretsKeyArn],
      [exportOf('ExportsOutputFnGetAttSigningKey'), signingKeyArn],
      [exportOf('ExportsOutputRefExportsBucket'), exportsBucketName],
      [exportOf('ExportsOutputFnGetAttExportsBucket'), bucketArn],
    ]);
    const replaced = [...ids].reduce(
      (text, [name, value]) => text.replaceAll(name, value),
      grantsIn(after.service),
    );

    expect([...ids.keys()].filter((name) => !grantsIn(after.service).includes(name))).toEqual([]);
    expect(grantsIn(rebuilt.service)).toBe(replaced);
  });

  it('has no unacknowledged finding', () => {
    expect(findingsIn(createApp('prod', settingsOf('prod', retained)))).toEqual([]);
  });

  it('keeps its own bucket without the setting, because its files expire', () => {
    const { data } = synthesiseStage(
      'prod',
      settingsOf('prod', { tableStreamArn, secretsKeyArn, signingKeyArn }),
    );

    expect(Object.values(data.toJSON()['Resources']).map((each) => Object(each).Type)).toEqual([
      'AWS::S3::Bucket',
      'AWS::S3::BucketPolicy',
    ]);
  });
});

/** The name of the export that begins so, as `render` writes an import of it. */
function exportOf(prefix: string): string {
  const names = Object.values(after.data.findOutputs('*')).flatMap((output) => output['Export']?.Name ?? []);
  const name = names.find((each: string) => each.includes(prefix));

  return `<${name?.replaceAll(/[0-9A-F]{8}/g, '')}>`;
}

/** The roles and variables of all functions, with rendered references. */
function grantsIn(templates: StageTemplates['service']): string {
  const resources = ['AWS::IAM::Role', 'AWS::Lambda::Function'].flatMap((type) =>
    resourcesOf(templates, type).map(({ logicalId, properties }) => [
      logicalId,
      properties['Policies'] ?? properties['Environment'],
    ]),
  );

  return JSON.stringify(renderAll(resources));
}

function renderAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renderAll);
  if (typeof value !== 'object' || value === null) return value;
  const [name = ''] = Object.keys(value);
  if (name === 'Ref' || name.startsWith('Fn::')) return render(value);

  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renderAll(each)]));
}
