import spectral from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { methodsOf } from '#lib/http/contract.ts';
import { securityHeaders } from '#lib/http/exchange.ts';
import { fallback, routedEndpoints } from '#lib/operations.ts';
import { documented, faultsAt } from '../support/documented.ts';
import { definitionIn, routesIn } from './gateway-routes.ts';
import { operationOf, resourcesOf, synthesiseStage } from './synthesised.ts';

const { api } = synthesiseStage('prod');
const definition = definitionIn(api);
const fallbackFunction = `outreach-prod-api-${fallback.name.replaceAll('.', '-')}`;
const routes = routesIn(api).filter(({ functionName }) => functionName !== fallbackFunction);
const fallbackRoutes = routesIn(api).filter(({ functionName }) => functionName === fallbackFunction);
const definedResponses = Object.entries(definition['x-amazon-apigateway-gateway-responses']).map(
  ([ResponseType, definedResponse]) => ({ ResponseType, ...z.parse(GatewayAnswer(), definedResponse) }),
);

it('The gateway has exactly the routes of the contracts, each with its own function', () => {
  const operations = new Map(
    resourcesOf(api, 'AWS::Lambda::Function').map((lambda) => [
      String(lambda.properties['FunctionName']),
      operationOf(lambda),
    ]),
  );
  const expected = routedEndpoints.flatMap(({ name, definition: contract }) =>
    methodsOf(contract).map((method) => `${method} ${contract.path} ${name}`),
  );
  const deployed = routes.map(
    ({ method, path, functionName }) => `${method} ${path} ${operations.get(functionName)}`,
  );

  expect(deployed.toSorted()).toEqual(expected.toSorted());
});

it('Every request without another route reaches one function, also with an unknown method or a part of a known path', () => {
  const knownPaths = [
    ...routedEndpoints.map(({ definition: { path } }) => path),
    '/dashboard',
    '/dashboard/{proxy+}',
    '/dashboard/favicon.svg',
    '/dashboard/assets/{file}',
    '/',
    '/docs',
    '/docs/{file}',
    '/llms.txt',
    '/openapi.json',
    '/openapi.client.json',
  ];
  const parts = routedEndpoints.flatMap(({ definition: { path } }) =>
    [...path.matchAll(/(?<!^)\//g)].map(({ index }) => path.slice(0, index)),
  );
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  expect(fallbackRoutes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [
      ...[...new Set([...knownPaths, ...parts])].map((path) => `ANY ${path}`),
      ...methods.map((method) => `${method} /{proxy+}`),
    ].toSorted(),
  );
});

it('The definition of the gateway is a valid OpenAPI document', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    // The packages have types of different versions of the other one.
    extends: [[Object(spectralRulesets.oas), 'off']],
    rules: { 'oas3-schema': 'error', 'path-params': 'error', 'path-keys-no-trailing-slash': 'error' },
  });

  expect(await linter.run(JSON.stringify(definition))).toEqual([]);
  const damaged = structuredClone(definition);
  Object(damaged.paths['/contacts/{id}']).get.parameters = [];
  expect(await linter.run(JSON.stringify(damaged))).not.toEqual([]);
});

it('The gateway only routes: it does not authorise, validate, meter or send CORS headers', () => {
  for (const type of ['Authorizer', 'RequestValidator', 'UsagePlan', 'ApiKey', 'Model', 'Account']) {
    expect(resourcesOf(api, `AWS::ApiGateway::${type}`)).toEqual([]);
  }
  expect(Object.keys(definition).toSorted()).toEqual([
    'info',
    'openapi',
    'paths',
    'x-amazon-apigateway-gateway-responses',
  ]);

  for (const { method, operation } of routes) {
    expect(Object.keys(operation).toSorted()).toEqual([
      'parameters',
      'responses',
      'x-amazon-apigateway-integration',
    ]);
    expect(operation['x-amazon-apigateway-integration']).toMatchObject({
      type: 'aws_proxy',
      httpMethod: 'POST',
    });
    expect(method).not.toBe('OPTIONS');
  }
});

it('Every route and gateway response is in the imported definition', () => {
  for (const type of ['Method', 'Resource', 'GatewayResponse']) {
    expect(resourcesOf(api, `AWS::ApiGateway::${type}`)).toEqual([]);
  }
});

it('Files reach the functions unchanged, and images are returned as bytes for every Accept header', () => {
  api.hasResourceProperties('AWS::ApiGateway::RestApi', {
    BinaryMediaTypes: ['*/*'],
    EndpointConfiguration: { Types: ['REGIONAL'] },
  });
});

it('The default endpoint requires TLS 1.2 with forward secrecy or later', () => {
  api.hasResourceProperties('AWS::ApiGateway::RestApi', {
    SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
    EndpointAccessMode: 'BASIC',
  });
});

it('Every gateway response type is customized', () => {
  const known = Object.values(ResponseType)
    .filter((value): value is ResponseType => value instanceof ResponseType)
    .map(({ responseType }) => responseType);

  expect(known.length).toBeGreaterThan(20);
  expect(definedResponses.map(({ ResponseType: type }) => type).toSorted()).toEqual(known.toSorted());
});

const statusOfCode: Record<string, string> = {
  UNAUTHORIZED: '401',
  FORBIDDEN: '403',
  NOT_FOUND: '404',
  VALIDATION_ERROR: '422',
  RATE_LIMITED: '429',
  INTERNAL_ERROR: '500',
};

const componentOfStatus: Record<string, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  422: 'ValidationError',
  429: 'RateLimited',
  500: 'InternalError',
};

it.each(definedResponses)(
  '$ResponseType has the error format, status and headers of the API document',
  (definedResponse) => {
    const body = definedResponse.responseTemplates['application/json'];
    const { component, headers } = documentedResponse(definedResponse.statusCode);
    const { error } = JSON.parse(body);

    // The document describes the gateway's responses like the functions'.
    expect(
      faultsAt(['components', 'responses', component, 'content', 'application/json', 'schema'], { error }),
    ).toEqual([]);
    expect(definedResponse.statusCode).toBe(statusOfCode[error.code]);
    // The body contains neither the gateway's default text nor parts of the request.
    expect(body.replace('"$context.requestId"', '')).not.toContain('$');
    expect(definedResponse.responseParameters).toMatchObject({
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
    });
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(definedResponse.responseParameters[`gatewayresponse.header.${name}`]).toBe(`'${value}'`);
    }
    expect(Object.keys(definedResponse.responseParameters).toSorted()).toEqual(
      headers.map((name) => `gatewayresponse.header.${name}`).toSorted(),
    );
  },
);

it('A response for a throttled request has a Retry-After header', () => {
  const throttled = definedResponses.find(({ ResponseType: type }) => type === 'THROTTLED');

  expect(throttled?.responseParameters['gatewayresponse.header.Retry-After']).toBe("'1'");
});

it.each([
  ['MISSING_AUTHENTICATION_TOKEN', 'NOT_FOUND'],
  ['RESOURCE_NOT_FOUND', 'NOT_FOUND'],
  ['INVALID_SIGNATURE', 'NOT_FOUND'],
  ['REQUEST_TOO_LARGE', 'VALIDATION_ERROR'],
  ['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'],
  ['BAD_REQUEST_BODY', 'VALIDATION_ERROR'],
  ['BAD_REQUEST_PARAMETERS', 'VALIDATION_ERROR'],
  ['THROTTLED', 'RATE_LIMITED'],
  ['QUOTA_EXCEEDED', 'RATE_LIMITED'],
  ['UNAUTHORIZED', 'UNAUTHORIZED'],
  ['ACCESS_DENIED', 'FORBIDDEN'],
  ['INTEGRATION_FAILURE', 'INTERNAL_ERROR'],
  ['INTEGRATION_TIMEOUT', 'INTERNAL_ERROR'],
  ['DEFAULT_5XX', 'INTERNAL_ERROR'],
])('a gateway response for %s is %s', (type, code) => {
  const definedResponse = definedResponses.find(({ ResponseType: found }) => found === type);

  expect(definedResponse?.responseTemplates['application/json']).toContain(`"code":"${code}"`);
});

/** The component and headers that the document defines for each response with a status. */
function documentedResponse(status: string): { component: string; headers: string[] } {
  const component = componentOfStatus[status] ?? '';

  const names = Object.keys(documented.components.responses[component]?.headers ?? {});

  return {
    component,
    headers: names.filter((name) => documented.components.headers[name]?.required === true),
  };
}

function GatewayAnswer() {
  return z.object({
    statusCode: z.string(),
    responseParameters: z.record(z.string(), z.string()),
    responseTemplates: z.strictObject({ 'application/json': z.string() }),
  });
}
