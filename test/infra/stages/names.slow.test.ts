import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { resourcesOf, synthesiseStage } from '../synthesised.ts';

/** The longest name that a stage may have. */
const stage = 'stage-12345678';
const { workers, service } = synthesiseStage(stage);
const functions = resourcesOf(service, 'AWS::Lambda::Function');

it('With the longest name of a stage, names of functions have at most 64 characters', () => {
  expect(stage).toHaveLength(14);
  for (const { properties } of functions) expect(String(properties['FunctionName']).length).toBeLessThan(65);
});

// Lambda accepts 4 KB; the rest is for new queues: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
it('With the longest names of a stage and of a region, the variables of a function have at most 3,500 bytes', () => {
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });
  const sizes = functions.map(({ properties }) => {
    const { Variables } = z.parse(Environment, properties['Environment']);

    return Buffer.byteLength(JSON.stringify(replaceReferences(Variables)));
  });

  expect(Math.max(...sizes)).toBeGreaterThan(2000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3500);
});

const region = 'ap-southeast-7';
const Join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });

/** Each reference becomes a value of the length that CloudFormation would insert. */
function replaceReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { data: join } = Join.safeParse(value);
  if (join) return join['Fn::Join'][1].map(replaceReferences).join(join['Fn::Join'][0]);
  const { Ref: id, 'Fn::GetAtt': attribute } = Object(value);
  if (Array.isArray(attribute) && attribute[1] === 'QueueName') return generatedName(attribute[0], 80);
  if (id === 'AWS::Region') return region;
  if (typeof id === 'string' && id.startsWith('AWS::')) return '111122223333';
  if (isQueue(id)) return `https://sqs.${region}.amazonaws.com/111122223333/${generatedName(id, 80)}`;
  if (Array.isArray(attribute)) {
    return `arn:aws:scheduler:${region}:111122223333:role/${generatedName(attribute[0], 80)}`;
  }
  // A name or an ARN of another stack.
  if (typeof id === 'string') return generatedName(id, 64);
  if ('Fn::ImportValue' in value) return 'x'.repeat(100);

  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceReferences(each)]));
}

function isQueue(id: unknown): id is string {
  return resourcesOf(workers, 'AWS::SQS::Queue').some(({ logicalId }) => logicalId === id);
}

/** The names of the stack and of the resource, and 12 random characters. */
function generatedName(logicalId: string, lengthMax: number): string {
  return `outreach-${stage}-workers-${logicalId}-${'x'.repeat(12)}`.slice(0, lengthMax);
}
