import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { methodsOf } from '#lib/http/contract.ts';
import { endpoints } from '#lib/operations.ts';
import { operationOf, render, resourcesOf, synthesiseStage } from './synthesised.ts';

const { service } = synthesiseStage('prod');

it('Links in mails, which no address is counted for, are limited for all callers together, and nothing else is', () => {
  const [stage] = resourcesOf(service, 'AWS::ApiGateway::Stage');
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

it('Functions know the gateway’s address, and yet nothing waits for itself', () => {
  const { Resources } = z.parse(z.object({ Resources: z.record(z.string(), z.unknown()) }), service.toJSON());
  const needs = new Map(
    Object.entries(Resources).map(([id, resource]) => {
      const text = JSON.stringify(resource);

      return [id, Object.keys(Resources).filter((other) => other !== id && text.includes(`"${other}"`))];
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

  expect(cycles).toEqual([]);
  const sender = resourcesOf(service, 'AWS::Lambda::Function').find(
    (each) => operationOf(each) === 'emails.send',
  );
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });
  const { Variables } = z.parse(Environment, sender?.properties['Environment']);

  expect(render(Variables['LINKS_BASE_URL'])).toBe(
    'https://<GatewayApi>.execute-api.<AWS::Region>.<AWS::URLSuffix>/prod',
  );
});
