import * as z from 'zod/mini';
import type { Resource } from './resources.ts';

export interface Route {
  /** `ANY` answers every method that the path has no route of its own for. */
  readonly method: string;
  readonly path: string;
  readonly resourceId: string;
  readonly functionArn: string;
}

interface GatewayAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface ApiModel {
  readonly id: string;
  readonly stage: string;
  readonly routes: readonly Route[];
  readonly binaryMediaTypes: readonly string[];
  /** By response type, as `MISSING_AUTHENTICATION_TOKEN`. */
  readonly gatewayAnswers: ReadonlyMap<string, GatewayAnswer>;
}

const ApiProperties = z.object({ BinaryMediaTypes: z._default(z.array(z.string()), []) });
const ResourceProperties = z.object({ ParentId: z.string(), PathPart: z.string() });
const MethodProperties = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  Integration: z.object({ Type: z.string(), Uri: z.optional(z.string()) }),
});
const GatewayResponseProperties = z.object({
  ResponseType: z.string(),
  StatusCode: z.optional(z.coerce.number()),
  ResponseParameters: z._default(z.record(z.string(), z.string()), {}),
  ResponseTemplates: z._default(z.record(z.string(), z.string()), {}),
});

/** Throws when the template holds no API, more than one, or a method that is no Lambda proxy. */
export function readApi(resources: readonly Resource[]): ApiModel {
  const [api, ...others] = ofType(resources, 'AWS::ApiGateway::RestApi');
  if (api === undefined || others.length > 0) throw new Error('The local stack runs exactly one REST API');

  return {
    id: api.name,
    stage: ofType(resources, 'AWS::ApiGateway::Stage')[0]?.name ?? 'local',
    routes: readRoutes(resources, api),
    binaryMediaTypes: z.parse(ApiProperties, api.properties()).BinaryMediaTypes,
    gatewayAnswers: new Map(
      ofType(resources, 'AWS::ApiGateway::GatewayResponse').map((resource) => readGatewayAnswer(resource)),
    ),
  };
}

function readRoutes(resources: readonly Resource[], api: Resource): Route[] {
  const parts = new Map(
    ofType(resources, 'AWS::ApiGateway::Resource').map((resource) => [
      resource.name,
      z.parse(ResourceProperties, resource.properties()),
    ]),
  );
  const pathOf = (resourceId: string): string => {
    const part = parts.get(resourceId);

    return part === undefined ? '' : `${pathOf(part.ParentId)}/${part.PathPart}`;
  };

  return ofType(resources, 'AWS::ApiGateway::Method').map((resource) => {
    const { HttpMethod, ResourceId, Integration } = z.parse(MethodProperties, resource.properties());
    const path = pathOf(ResourceId) || '/';
    const functionArn = /\/functions\/(arn:[^/]+:function:[^:/]+)/.exec(Integration.Uri ?? '')?.[1];

    if (Integration.Type !== 'AWS_PROXY' || functionArn === undefined) {
      throw new Error(`${HttpMethod} ${path} of ${api.name} does not lead to a function`);
    }

    return { method: HttpMethod, path, resourceId: ResourceId, functionArn };
  });
}

function readGatewayAnswer(resource: Resource): [string, GatewayAnswer] {
  const properties = z.parse(GatewayResponseProperties, resource.properties());
  const headers = Object.entries(properties.ResponseParameters).flatMap(([parameter, value]) => {
    const name = /^gatewayresponse\.header\.(.+)$/.exec(parameter)?.[1];

    return name === undefined ? [] : [[name, value]];
  });

  return [
    properties.ResponseType,
    {
      status: properties.StatusCode,
      headers: Object.fromEntries(headers),
      body: properties.ResponseTemplates['application/json'],
    },
  ];
}

function ofType(resources: readonly Resource[], type: string): Resource[] {
  return resources.filter((resource) => resource.type === type);
}
