import { expect, it } from 'vitest';
import { fallback, routedEndpoints } from '#lib/operations.ts';
import { routesIn } from './gateway-routes.ts';
import { grantsOf } from './role-grants.ts';
import { resourcesOf, synthesiseStage } from './synthesised.ts';

const { api } = synthesiseStage('prod');
const invokeRoles = resourcesOf(api, 'AWS::IAM::Role').filter(({ logicalId }) =>
  logicalId.startsWith('GatewayInvoke'),
);

it('The gateway has permission to invoke every endpoint and no worker', () => {
  const granted = invokeRoles.flatMap((role) => [...grantsOf(role)]);

  const functions = resourcesOf(api, 'AWS::Lambda::Function');
  const expected = functions.map(
    ({ properties }) => `lambda:InvokeFunction ${functionArn(String(properties['FunctionName']))}`,
  );

  expect(expected).toHaveLength([...routedEndpoints, fallback].length);
  expect(granted.toSorted()).toEqual(expected.toSorted());
});

it.each(routesIn(api))(
  'The role of $method $path is permitted to invoke its function',
  ({ roleId, functionName }) => {
    const role = requireDefined(invokeRoles.find(({ logicalId }) => logicalId === roleId));

    expect(grantsOf(role)).toContain(`lambda:InvokeFunction ${functionArn(functionName)}`);
  },
);

it('An endpoint keeps its role when others are added before it, so that its route stays permitted during a deployment', () => {
  const roleOf = (template: typeof api, path: string) =>
    routesIn(template).find((route) => route.path === path)?.roleId;
  const [first] = routedEndpoints.filter(({ name }) => name === 'contacts.get');
  const added = { ...requireDefined(first), name: 'accounts.get' };
  const grown = synthesiseStage('prod', undefined, [added, ...routedEndpoints]).api;

  expect(roleOf(grown, '/webhooks')).toBe(roleOf(api, '/webhooks'));
});

it('Changed routes are deployed, and unchanged routes are not deployed again', () => {
  const fewer = synthesiseStage('prod', undefined, routedEndpoints.slice(1)).api;
  const changed = routedEndpoints.map((operation) => ({
    ...operation,
    definition: { ...operation.definition, path: operation.definition.path.replace('/health', '/healthy') },
  }));
  const ids = [api, synthesiseStage('prod').api, fewer, synthesiseStage('prod', undefined, changed).api].map(
    deploymentIn,
  );

  // CloudFormation deploys only if the deployment is a new resource.
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

it('No route is served before its function exists', () => {
  const [deployment] = Object.values(api.findResources('AWS::ApiGateway::Deployment'));
  const functions = resourcesOf(api, 'AWS::Lambda::Function').map(({ logicalId }) => logicalId);

  expect(deployment?.['DependsOn']).toEqual(expect.arrayContaining(functions));
});

function deploymentIn(template: typeof api): string | undefined {
  return Object.keys(template.findResources('AWS::ApiGateway::Deployment'))[0];
}

function functionArn(name: string): string {
  return `arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${name}`;
}

function requireDefined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The template lacks it.');

  return value;
}
