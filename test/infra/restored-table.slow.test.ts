import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { workers as workerOperations } from '#lib/operations.ts';
import { stageSettings, stages } from '../../infra/stages.ts';
import { render, resourcesOf, synthesiseStage } from './synthesised.ts';

const tableArn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored-in-may';
const tableStreamArn = `${tableArn}/stream/2026-05-04T03:02:01.000`;

const before = synthesiseStage('prod');
const after = synthesiseStage('prod', { ...stages.prod, tableStreamArn });

it('All functions, streams, permissions and alarms use the restored table', () => {
  const Environment = z.object({ Variables: z.object({ TABLE_NAME: z.unknown() }) });
  const named = resourcesOf(after.service, 'AWS::Lambda::Function').map(({ properties }) =>
    render(z.parse(Environment, properties['Environment']).Variables.TABLE_NAME),
  );
  const streams = resourcesOf(after.workers, 'AWS::Lambda::EventSourceMapping')
    .map(({ properties }) => properties['EventSourceArn'])
    .filter((arn) => typeof arn === 'string');

  expect(new Set(named)).toEqual(new Set(['restored-in-may']));
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
  expect(after.data.findOutputs('TableName')).toEqual({ TableName: { Value: 'restored-in-may' } });
});

it('An ARN that is not a table’s stream is refused', () => {
  const streamArnSetting = (value: string) =>
    stageSettings('prod', (key) => (key === 'tableStreamArn' ? value : undefined)).tableStreamArn;

  expect(streamArnSetting(tableStreamArn)).toBe(tableStreamArn);
  for (const wrong of [tableArn, 'restored-in-may', tableStreamArn.replace('dynamodb', 'kinesis')]) {
    expect(() => streamArnSetting(wrong)).toThrow('tableStreamArn');
  }
});
