import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { methodsOf } from '#lib/http/contract.ts';
import { endpoints } from '#lib/operations.ts';
import { type StageSettings, stages } from '../../infra/stages.ts';
import { operationOf, render, resourcesOf, synthesiseStage } from './synthesised.ts';

const { api, workers } = synthesiseStage('prod');

it('Links in mails, which no address is counted for, are limited for all callers together, and nothing else is', () => {
  const [stage] = resourcesOf(api, 'AWS::ApiGateway::Stage');
  const limited = endpoints.flatMap(({ definition }) => {
    const { path, requestsPerSecond: rate } = definition;

    return methodsOf(definition).flatMap((method) =>
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

  expect(endpoints.filter(({ definition }) => definition.auth === 'link')).toEqual(
    endpoints.filter(({ definition }) => definition.requestsPerSecond !== undefined),
  );
  expect(stage?.properties['MethodSettings']).toEqual(limited);
});

it('Functions know the gateway’s address, those of the stack that is deployed after it as well', () => {
  const sender = resourcesOf(workers, 'AWS::Lambda::Function').find(
    (each) => operationOf(each) === 'emails.send',
  );
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });
  const { Variables } = z.parse(Environment, sender?.properties['Environment']);

  expect(render(Variables['LINKS_BASE_URL'])).toMatch(
    /^https:\/\/<outreach-prod-api:ExportsOutputRefGatewayApi\w*>\.execute-api\.<AWS::Region>\.<AWS::URLSuffix>\/prod$/,
  );
});

it('A stage whose links get a domain of their own goes on exporting what its workers import until they are updated', () => {
  expect(exportsOf({ ...stages.prod, linksBaseUrl: 'https://links.example.com' })).toEqual(
    exportsOf(stages.prod),
  );
  expect(exportsOf(stages.prod)).toContainEqual(expect.stringContaining('RefGatewayApi'));
});

/** Those that other stacks import as well as those that none does. */
function exportsOf(settings: StageSettings): string[] {
  const Outputs = z.record(z.string(), z.object({ Export: z.optional(z.object({ Name: z.string() })) }));
  const outputs = z.parse(Outputs, synthesiseStage('prod', settings).api.toJSON()['Outputs']);

  return Object.values(outputs).flatMap(({ Export }) => Export?.Name ?? []);
}
