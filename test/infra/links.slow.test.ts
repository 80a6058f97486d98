import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { methodsOf } from '#lib/http/contract.ts';
import { fallback, routedEndpoints } from '#lib/operations.ts';
import type { StageSettings } from '../../infra/stages.ts';
import { operationOf, render, resourcesOf, settingsOf, synthesiseStage } from './synthesised.ts';

const { api, workers } = synthesiseStage('prod');

it('The gateway limits the rate of each method, for all callers together; links and unknown paths have separate limits', () => {
  const [stage] = resourcesOf(api, 'AWS::ApiGateway::Stage');
  const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const limited = [...routedEndpoints, fallback].flatMap((operation) => {
    const { path, requestsPerSecond: rate } = operation.definition;
    const methods = operation === fallback ? everyMethod : methodsOf(operation.definition);

    return methods.flatMap((method) =>
      rate === undefined
        ? []
        : {
            HttpMethod: method,
            ResourcePath: `/${path.replaceAll('/', '~1')}`,
            ThrottlingRateLimit: rate,
            ThrottlingBurstLimit: 2 * rate,
            DataTraceEnabled: false,
          },
    );
  });

  expect(routedEndpoints.filter(({ definition }) => definition.auth === 'link')).toEqual(
    routedEndpoints.filter(({ definition }) => definition.requestsPerSecond !== undefined),
  );
  expect(stage?.properties['MethodSettings']).toEqual([
    {
      HttpMethod: '*',
      ResourcePath: '/*',
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
      DataTraceEnabled: false,
    },
    ...limited,
  ]);
});

it('Functions of the API and workers stacks have the gateway’s address', () => {
  const sender = resourcesOf(workers, 'AWS::Lambda::Function').find(
    (each) => operationOf(each) === 'emails.send',
  );
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });
  const { Variables } = z.parse(Environment, sender?.properties['Environment']);

  expect(render(Variables['LINKS_BASE_URL'])).toMatch(
    /^https:\/\/<outreach-prod-api:ExportsOutputRefGatewayApi\w*>\.execute-api\.<AWS::Region>\.<AWS::URLSuffix>\/prod$/,
  );
});

it('A stage that gets a links domain still exports the values that its workers import', () => {
  const generated = exportsOf(settingsOf('prod'));

  expect(exportsOf(settingsOf('prod', { linksBaseUrl: 'https://links.example.com' }))).toEqual(generated);
  expect(generated).toContainEqual(expect.stringContaining('RefGatewayApi'));
});

/** Names of the exports that other stacks import, and of the exports without an import. */
function exportsOf(settings: StageSettings): string[] {
  const Outputs = z.record(z.string(), z.object({ Export: z.optional(z.object({ Name: z.string() })) }));
  const outputs = z.parse(Outputs, synthesiseStage('prod', settings).api.toJSON()['Outputs']);

  return Object.values(outputs).flatMap(({ Export }) => Export?.Name ?? []);
}
