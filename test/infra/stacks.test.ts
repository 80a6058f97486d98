import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { operationOf, resourcesOf, synthesiseStage } from './synthesised.ts';

const { dependencies, ...templates } = synthesiseStage('prod');
const stacks = ['data', 'api', 'workers'] as const;

it('The data stack is deployed first, then the API, then the workers; no stack depends on a later one', () => {
  expect(dependencies).toEqual({
    data: [],
    api: ['outreach-prod-data'],
    workers: ['outreach-prod-api', 'outreach-prod-data'],
  });
});

/** The logical ids in release 0.2.0. CloudFormation would create a resource with another id, and delete this one with its content. */
const released = {
  'AWS::DynamoDB::Table': ['TableCD117FA1'],
  'AWS::KMS::Key': ['SecretsKey317DCF94', 'SigningKeyEEFC2790'],
  'AWS::S3::Bucket': ['DashboardFilesFF9B60FA', 'ExportsBucket5A12738B'],
  'AWS::ApiGateway::RestApi': ['GatewayApi4EDF2151'],
  'AWS::SNS::Topic': ['AlarmsTopic3A2DFEBA'],
  // The group of inbox schedules was deleted on purpose: the table has when an inbox is due.
  'AWS::Scheduler::ScheduleGroup': ['CampaignSchedulesGroup9D474E48'],
  'AWS::SQS::Queue': [
    'deliveriesDeadLettersQueue2DECA2A5',
    'deliveriesQueue58BEB60A',
    'exportsDeadLettersQueueC203A9F1',
    'exportsQueue896B79AA',
    'fanoutsDeadLettersQueueE97C4BD1',
    'fanoutsQueueBB7B2143',
    'jobsDeadLettersQueue6CC51EDC',
    'jobsQueueCEDBAE3E',
    'sendsDeadLettersQueueDAD89191',
    'sendsQueue6FD4E9A4',
    'slowlaneDeadLettersQueueD0AD7D39',
    'slowlaneQueueEB8973E3',
    'syncsDeadLettersQueue00157E99',
    'syncsQueue269C585A',
    'ticksDeadLettersQueue7F1FF8CA',
    'ticksQueue1B12CF71',
  ],
};

it.each(Object.entries(released))('An upgrade from release 0.2.0 replaces no %s', (type, ids) => {
  const now = stacks.flatMap((stack) =>
    resourcesOf(templates[stack], type).map(({ logicalId }) => logicalId),
  );

  expect(now).toEqual(expect.arrayContaining(ids));
});

describe.each(stacks)('The stack %s', (stack) => {
  it('has no circular dependency', () => {
    expect(cyclesOf(templates[stack].toJSON())).toEqual([]);
  });
});

it('Resource names are unique across all stacks', () => {
  const names = stacks.flatMap((stack) => Object.keys(resourcesIn(templates[stack].toJSON())));

  expect(new Set(names).size).toBe(names.length);
});

it('A function is named after its stack and its operation, in no more than 64 characters', () => {
  const functions = stacks.flatMap((stack) => resourcesOf(templates[stack], 'AWS::Lambda::Function'));

  for (const lambda of functions) {
    const name = String(lambda.properties['FunctionName']);

    expect(name).toMatch(
      new RegExp(`^outreach-prod-(api|workers)-${operationOf(lambda).replaceAll('.', '-')}$`),
    );
    expect(name.length).toBeLessThanOrEqual(64);
  }
});

function cyclesOf(template: unknown): string[] {
  const resources = Object.entries(resourcesIn(template));
  const needs = new Map(
    resources.map(([id, resource]) => {
      const text = JSON.stringify(resource);

      return [id, resources.flatMap(([other]) => (other !== id && text.includes(`"${other}"`) ? other : []))];
    }),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (id: string, path: readonly string[]): void => {
    if (path.includes(id)) cycles.push([...path, id].join(' → '));
    if (path.includes(id) || done.has(id)) return;
    for (const other of needs.get(id) ?? []) visit(other, [...path, id]);
    done.add(id);
  };
  for (const id of needs.keys()) visit(id, []);

  return cycles;
}

function resourcesIn(template: unknown): Record<string, unknown> {
  return z.parse(z.object({ Resources: z.record(z.string(), z.unknown()) }), template).Resources;
}
