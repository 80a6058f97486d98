import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Contract, methodsOf } from '#lib/http/contract.ts';
import { type Operation, routedEndpoints } from '#lib/operations.ts';
import { definitionIn, routesIn } from './gateway-routes.ts';
import { countResources, resourcesOf, synthesiseStage } from './synthesised.ts';

const operations = [...routedEndpoints, ...additionalEndpoints(108 - routedEndpoints.length)];
const grown = synthesiseStage('prod', undefined, operations);

describe.each(['data', 'api', 'workers'] as const)('With 111 functions the stack %s', (stack) => {
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
  it('has fewer than 300 of the 500 resources that CloudFormation allows', () => {
    expect(countResources(grown[stack])).toBeLessThan(300);
  });

  it('has a template below 1 MB', () => {
    // The format that CDK writes: without white space.
    expect(JSON.stringify(grown[stack].toJSON()).length).toBeLessThan(1_000_000);
  });
});

it('With 111 functions the gateway has exactly the routes of their contracts', () => {
  const expected = operations.flatMap(({ definition }) =>
    methodsOf(definition).map((method) => `${method} ${definition.path}`),
  );

  expect(
    routesIn(grown.api)
      .filter(({ functionName }) => !functionName.endsWith('docs-not-found'))
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  ).toEqual(expected.toSorted());
});

it('With 111 functions the gateway has fewer than the 300 resources that an API may have by default', () => {
  // A resource is a part of a path: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  const resources = Object.keys(definitionIn(grown.api).paths).flatMap((path) =>
    [...path.matchAll(/\/[^/]*/g)].map(({ 0: part, index }) => path.slice(0, index + part.length)),
  );

  expect(new Set(resources).size).toBeLessThan(250);
});

it('With 111 functions each role that the gateway assumes stays below 10,240 characters', () => {
  const roles = resourcesOf(grown.api, 'AWS::IAM::Role').filter(({ logicalId }) =>
    logicalId.startsWith('GatewayInvoke'),
  );
  const lengths = roles.map(({ properties }) => policyLength(properties['Policies']));

  expect(resourcesOf(grown.api, 'AWS::Lambda::Function')).toHaveLength(111);
  expect(lengths.length).toBeGreaterThan(0);
  // The size of a role's inline policies, without white space:
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  for (const length of lengths) expect(length).toBeLessThan(10_240);
});

/** Endpoints similar to the existing ones: domains with five operations each. */
function additionalEndpoints(count: number): Operation<Contract>[] {
  const verbs = [
    { verb: 'list', method: 'GET', path: '' },
    { verb: 'create', method: 'POST', path: '' },
    { verb: 'get', method: 'GET', path: '/{id}' },
    { verb: 'update', method: 'PATCH', path: '/{id}' },
    { verb: 'delete', method: 'DELETE', path: '/{id}' },
  ] as const;
  const template = routedEndpoints.find(({ name }) => name === 'contacts.update')?.definition;
  if (template === undefined) throw new Error('There is no contacts.update');

  return Array.from({ length: count }, (_, index) => {
    const domain = `invented-domain-${Math.floor(index / verbs.length)}`;
    const { verb, method, path } = verbs[index % verbs.length] ?? verbs[0];

    return {
      name: `${domain}.${verb}`,
      file: `functions/${domain}/${verb}.ts`,
      definition: { ...template, method, path: `/${domain}${path}` },
    };
  });
}

const Join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });

/** The length of a policy after references are replaced by realistic values. */
function policyLength(policies: unknown): number {
  const text = JSON.stringify(policies, (_, value) => {
    const join = Join.safeParse(value);

    return join.success
      ? join.data['Fn::Join'][1].map(longestValue).join(join.data['Fn::Join'][0])
      : longestValue(value);
  });

  return text.length;
}

function longestValue(value: unknown): unknown {
  const reference = Object(value);
  const pseudo: Record<string, string> = {
    'AWS::Partition': 'aws-us-gov',
    'AWS::Region': 'ap-southeast-4',
    'AWS::AccountId': '111122223333',
  };
  if (typeof reference.Ref === 'string') return pseudo[reference.Ref] ?? 'x'.repeat(64);
  if (Array.isArray(reference['Fn::GetAtt'])) {
    // A name that CloudFormation generates may have 64 characters.
    return `arn:aws-us-gov:lambda:ap-southeast-4:111122223333:function:${'x'.repeat(64)}`;
  }

  return value;
}
