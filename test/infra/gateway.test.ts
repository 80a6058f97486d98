import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { methodsOf } from '#lib/http/contract.ts';
import { securityHeaders } from '#lib/http/security-headers.ts';
import { endpoints } from '#lib/operations.ts';
import { documented, faultsAt } from '../support/documented.ts';
import {
  countResources,
  operationOf,
  type Resource,
  render,
  resourcesOf,
  synthesiseStage,
  targetOf,
} from './synthesised.ts';

const { api } = synthesiseStage('prod');
const methods = resourcesOf(api, 'AWS::ApiGateway::Method');
const answers = resourcesOf(api, 'AWS::ApiGateway::GatewayResponse').map(({ properties }) =>
  z.parse(GatewayAnswer(), properties),
);

it('The gateway has exactly the routes of the contracts, each leading to its own function', () => {
  const expected = endpoints.flatMap(({ name, definition }) =>
    methodsOf(definition).map((method) => `${method} ${definition.path} ${name}`),
  );

  expect(methods.map(routeOf).toSorted()).toEqual(expected.toSorted());
});

it('The gateway only routes: it neither authorises nor validates, meters or answers for another origin', () => {
  for (const type of ['Authorizer', 'RequestValidator', 'UsagePlan', 'ApiKey', 'Model', 'Account']) {
    expect(resourcesOf(api, `AWS::ApiGateway::${type}`)).toEqual([]);
  }

  for (const { properties } of methods) {
    expect(properties).toMatchObject({
      AuthorizationType: 'NONE',
      Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST' },
    });
    expect(properties['HttpMethod']).not.toBe('OPTIONS');
  }
});

it('Files reach the functions as the bytes that were sent, and pictures get out as bytes, whatever type is asked for first', () => {
  api.hasResourceProperties('AWS::ApiGateway::RestApi', {
    BinaryMediaTypes: ['*/*'],
    EndpointConfiguration: { Types: ['REGIONAL'] },
  });
});

it('The default endpoint takes TLS 1.2 with forward secrecy and later, and no earlier version', () => {
  api.hasResourceProperties('AWS::ApiGateway::RestApi', {
    SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
    EndpointAccessMode: 'BASIC',
  });
});

it('Every type of answer that the gateway can make is worded by us', () => {
  const known = Object.values(ResponseType)
    .filter((value): value is ResponseType => value instanceof ResponseType)
    .map(({ responseType }) => responseType);

  expect(known.length).toBeGreaterThan(20);
  expect(answers.map(({ ResponseType: type }) => type).toSorted()).toEqual(known.toSorted());
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

it.each(answers)(
  '$ResponseType has the envelope, its status and the headers that the document promises',
  (answer) => {
    const body = answer.ResponseTemplates['application/json'];
    const { component, headers } = promiseOf(answer.StatusCode);
    const { error } = JSON.parse(body);

    // The document says the same of the gateway's answers as of the functions'.
    expect(
      faultsAt(['components', 'responses', component, 'content', 'application/json', 'schema'], { error }),
    ).toEqual([]);
    expect(answer.StatusCode).toBe(statusOfCode[error.code]);
    // Neither the gateway's own words nor anything of the request gets into the body.
    expect(body).not.toContain('$');
    expect(answer.ResponseParameters).toMatchObject({
      'gatewayresponse.header.X-RateLimit-Limit': "'100'",
      'gatewayresponse.header.X-RateLimit-Remaining': "'0'",
      'gatewayresponse.header.X-RateLimit-Reset': "'0'",
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
    });
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(answer.ResponseParameters[`gatewayresponse.header.${name}`]).toBe(`'${value}'`);
    }
    expect(Object.keys(answer.ResponseParameters).toSorted()).toEqual(
      headers.map((name) => `gatewayresponse.header.${name}`).toSorted(),
    );
  },
);

it('A caller whom the gateway slows down learns when to come back', () => {
  const throttled = answers.find(({ ResponseType: type }) => type === 'THROTTLED');

  expect(throttled?.ResponseParameters['gatewayresponse.header.Retry-After']).toBe("'1'");
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
])('%s is %s to a caller', (type, code) => {
  const answer = answers.find(({ ResponseType: found }) => found === type);

  expect(answer?.ResponseTemplates['application/json']).toContain(`"code":"${code}"`);
});

it('The deployed snapshot of the gateway contains every route and answer', () => {
  const [deployment] = Object.values(api.findResources('AWS::ApiGateway::Deployment'));
  const contained = z.parse(z.array(z.string()), deployment?.['DependsOn']);
  const expected = ['AWS::ApiGateway::Method', 'AWS::ApiGateway::GatewayResponse']
    .flatMap((type) => resourcesOf(api, type))
    .map(({ logicalId }) => logicalId);

  expect(contained).toEqual(expect.arrayContaining(expected));
});

it('There is room for 10 more endpoints under the 500 resources that one stack may have', () => {
  // Function, role, log group and the filter that reads it, path and method.
  const perEndpoint = 6;

  expect(countResources(api) + 10 * perEndpoint).toBeLessThan(450);
});

/** What the document promises of every answer with a status. */
function promiseOf(status: string): { component: string; headers: string[] } {
  const component = componentOfStatus[status] ?? '';

  const names = Object.keys(documented.components.responses[component]?.headers ?? {});

  return {
    component,
    headers: names.filter((name) => documented.components.headers[name]?.required === true),
  };
}

function GatewayAnswer() {
  return z.object({
    ResponseType: z.string(),
    StatusCode: z.string(),
    ResponseParameters: z.record(z.string(), z.string()),
    ResponseTemplates: z.strictObject({ 'application/json': z.string() }),
  });
}

function routeOf(method: Resource): string {
  const functions = resourcesOf(api, 'AWS::Lambda::Function');
  const Method = z.object({ HttpMethod: z.string(), Integration: z.object({ Uri: z.unknown() }) });
  const { HttpMethod, Integration } = z.parse(Method, method.properties);
  const target = functions.find(({ logicalId }) =>
    JSON.stringify(Integration.Uri).includes(`"${logicalId}"`),
  );

  expect(render(Integration.Uri)).toMatch(/:lambda:path\/2015-03-31\/functions\/<\w+\.Arn>\/invocations$/);

  return `${HttpMethod} ${pathOf(method.properties['ResourceId'])} ${target && operationOf(target)}`;
}

function pathOf(reference: unknown): string {
  const part = resourcesOf(api, 'AWS::ApiGateway::Resource').find(
    ({ logicalId }) => logicalId === targetOf(reference),
  );

  return part === undefined ? '' : `${pathOf(part.properties['ParentId'])}/${part.properties['PathPart']}`;
}
