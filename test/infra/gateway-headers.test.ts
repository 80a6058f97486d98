import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { securityHeaders } from '#lib/http/exchange.ts';
import { definitionIn } from './gateway-routes.ts';
import { synthesiseStage } from './synthesised.ts';

const definition = definitionIn(synthesiseStage('prod').api);

const MappedResponse = z.object({
  statusCode: z.string(),
  responseParameters: z.record(z.string(), z.string()),
  responseTemplates: z._default(z.record(z.string(), z.string()), {}),
});
type MappedResponse = z.infer<typeof MappedResponse>;

/** Every response that no function makes: of the gateway itself, and of the integrations that are no Lambda proxy. */
const responses = [
  ...Object.entries(definition['x-amazon-apigateway-gateway-responses']).map(([name, response]) =>
    describeResponse(name, response),
  ),
  ...Object.entries(definition.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { type, ...integration } = operation['x-amazon-apigateway-integration'];
      if (type === 'aws_proxy') return [];

      return Object.entries(z.parse(z.record(z.string(), z.unknown()), integration['responses'])).map(
        ([pattern, response]) => describeResponse(`${method} ${path} ${pattern}`, response),
      );
    }),
  ),
];

it('covers the responses of the gateway and of the dashboard', () => {
  expect(responses.filter(({ name }) => name.includes(' ')).length).toBe(80);
  expect(responses.length).toBeGreaterThan(44);
});

describe.each(responses)('$name', ({ response, headers }) => {
  it('has the rate limit headers of section 8, without a claim that the budget is used up', () => {
    expect(headers).toMatchObject({
      'X-RateLimit-Limit': "'100'",
      'X-RateLimit-Remaining': response.statusCode === '429' ? "'0'" : "'100'",
      'X-RateLimit-Reset': "'0'",
    });
  });

  it('has every security header', () => {
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(Object.keys(securityHeaders)));
  });

  it.runIf(Number(response.statusCode) >= 400)('is an error in the envelope of section 7', () => {
    const bodies = Object.values(response.responseTemplates);

    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) {
      expect(JSON.parse(body)).toMatchObject({
        error: {
          code: expect.any(String),
          message: expect.any(String),
          requestId: '$context.requestId',
        },
      });
    }
  });
});

function describeResponse(name: string, value: unknown) {
  const response: MappedResponse = z.parse(MappedResponse, value);
  const headers = Object.fromEntries(
    Object.entries(response.responseParameters).map(([parameter, mapped]) => [
      parameter.replace(/^(?:gateway|method\.)response\.header\./, ''),
      mapped,
    ]),
  );

  return { name, response, headers };
}
