import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { IntegrationResponses, type ObjectIntegration, readObjectIntegration } from './object-integration.ts';
import { type Resource, resourcesOf } from './resources.ts';

interface RouteAddress {
  /** `ANY` matches every method for which the path has no other route. */
  readonly method: string;
  readonly path: string;
  readonly resourceId: string;
}

/** A route that invokes a function, or reads an object. */
export type Route = RouteAddress &
  ({ readonly functionArn: string } | { readonly object: ObjectIntegration });

interface GatewayResponseModel {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface ApiModel {
  readonly id: string;
  readonly stage: string;
  readonly routes: readonly Route[];
  readonly binaryMediaTypes: readonly string[];
  /** Bytes from which responses are compressed; undefined if they are not. */
  readonly compressionSizeMin?: number | undefined;
  /** By response type, such as `MISSING_AUTHENTICATION_TOKEN`. */
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponseModel>;
}

const Operation = z.object({
  'x-amazon-apigateway-integration': z.object({
    type: z.string(),
    uri: z._default(z.string(), ''),
    requestParameters: z._default(z.record(z.string(), z.string()), {}),
    responses: z._default(IntegrationResponses, {}),
  }),
});
const GatewayResponse = z.object({
  statusCode: z.optional(z.coerce.number()),
  responseParameters: z._default(z.record(z.string(), z.string()), {}),
  responseTemplates: z._default(z.record(z.string(), z.string()), {}),
});
const ApiProperties = z.object({
  BinaryMediaTypes: z._default(z.array(z.string()), []),
  MinimumCompressionSize: z.optional(z.number()),
  Body: z.object({
    paths: z.record(z.string(), z.record(z.string(), Operation)),
    'x-amazon-apigateway-gateway-responses': z._default(z.record(z.string(), GatewayResponse), {}),
  }),
});

/** @throws unless the template has exactly one API, and each of its routes is a Lambda proxy or reads a bucket. */
export function readApi(resources: readonly Resource[]): ApiModel {
  const [api, ...others] = resourcesOf(resources, 'AWS::ApiGateway::RestApi');
  if (api === undefined || others.length > 0) throw new Error('The local stack runs exactly one REST API');
  const { BinaryMediaTypes, MinimumCompressionSize, Body } = z.parse(ApiProperties, api.properties());

  return {
    id: api.name,
    stage: resourcesOf(resources, 'AWS::ApiGateway::Stage')[0]?.name ?? 'local',
    routes: Object.entries(Body.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => readRoute(methodOf(method), path, operation)),
    ),
    binaryMediaTypes: BinaryMediaTypes,
    compressionSizeMin: MinimumCompressionSize,
    gatewayResponses: new Map(
      Object.entries(Body['x-amazon-apigateway-gateway-responses']).map(([type, response]) => [
        type,
        readGatewayResponse(response),
      ]),
    ),
  };
}

function readRoute(method: string, path: string, operation: z.infer<typeof Operation>): Route {
  const { type, uri, requestParameters, responses } = operation['x-amazon-apigateway-integration'];
  const address = { method, path, resourceId: resourceIdOf(path) };
  const functionArn = /\/functions\/(arn:[^/]+:function:[^:/]+)/.exec(uri)?.[1];
  if (type === 'aws_proxy' && functionArn !== undefined) return { ...address, functionArn };

  const object = readObjectIntegration(uri, responses, requestParameters);
  if (type === 'aws' && object !== undefined) return { ...address, object };
  throw new Error(`${method} ${path} integrates neither a function nor a bucket`);
}

/** @param key of an operation in a path of an OpenAPI document */
function methodOf(key: string): string {
  return key === 'x-amazon-apigateway-any-method' ? 'ANY' : key.toUpperCase();
}

/** Six characters, like API Gateway's random ids. */
function resourceIdOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 6);
}

function readGatewayResponse(response: z.infer<typeof GatewayResponse>): GatewayResponseModel {
  const headers = Object.entries(response.responseParameters).flatMap(([parameter, value]) => {
    const name = /^gatewayresponse\.header\.(.+)$/.exec(parameter)?.[1];

    return name === undefined ? [] : [[name, value]];
  });

  return {
    status: response.statusCode,
    headers: Object.fromEntries(headers),
    body: response.responseTemplates['application/json'],
  };
}
