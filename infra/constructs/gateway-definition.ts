import { type Contract, methodsOf } from '#lib/http/contract.ts';
import { type DashboardBucket, dashboardPaths, referencePaths } from './dashboard-routes.ts';
import { errorBody, gatewayResponses, responseHeaders } from './gateway-responses.ts';

/** A route with the function that serves it. */
export interface IntegratedRoute {
  readonly contract: Pick<Contract, 'method' | 'path' | 'auth'>;
  /** URI that invokes the function: `arn:…:lambda:path/2015-03-31/functions/…/invocations`. */
  readonly integrationUri: string;
  /** Role that API Gateway assumes to invoke the function. */
  readonly roleArn: string;
}

/**
 * All methods of a REST API. The path of the fallback lists them, because the settings of a stage do not accept the method `ANY`:
 * https://github.com/hashicorp/terraform-provider-aws/issues/15855
 */
export const fallbackMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

interface GatewayRoutes {
  readonly routes: readonly IntegratedRoute[];
  /** Serves every path without a route, and every method that a path lacks. */
  readonly fallback: IntegratedRoute;
  readonly dashboard: DashboardBucket;
}

/**
 * The API as API Gateway imports it: an OpenAPI document with AWS extensions. API users read
 * `lib/docs/openapi.json` instead.
 * - The gateway responses are part of it. Each import replaces them, so that separate resources would be lost
 * with the next change of a route: https://github.com/aws/serverless-application-model/issues/390
 * - A path without the method of a request does not fall back to `/{proxy+}`, so each path has a route for all other methods.
 * - https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
export function gatewayDefinition(title: string, { routes, fallback, dashboard }: GatewayRoutes) {
  const byPath = Map.groupBy(routes, ({ contract }) => contract.path);
  const paths: Record<string, object> = {
    ...Object.fromEntries([...byPath].map(([path, members]) => [path, describePath(members)])),
    ...dashboardPaths(dashboard),
    ...referencePaths(dashboard),
  };
  const knownPaths = new Set([...Object.keys(paths), ...[...byPath.keys()].flatMap(parentsOf)]);
  const unknownRoute = describeIntegration(fallback);

  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths: {
      ...Object.fromEntries(
        [...knownPaths].map((path) => [
          path,
          { ...paths[path], 'x-amazon-apigateway-any-method': unknownRoute },
        ]),
      ),
      [fallback.contract.path]: Object.fromEntries(
        fallbackMethods.map((method) => [method.toLowerCase(), unknownRoute]),
      ),
    },
    'x-amazon-apigateway-gateway-responses': Object.fromEntries(
      gatewayResponses.map(([{ responseType }, envelope]) => [
        responseType,
        {
          statusCode: envelope.statusCode,
          responseParameters: Object.fromEntries(
            Object.entries(responseHeaders(envelope)).map(([name, value]) => [
              `gatewayresponse.header.${name}`,
              value,
            ]),
          ),
          responseTemplates: { 'application/json': errorBody(envelope) },
        },
      ]),
    ),
  };
}

/** `/webhooks/{id}/deliveries/{deliveryId}` has the parents `/webhooks`, `/webhooks/{id}` and `/webhooks/{id}/deliveries`. */
function parentsOf(path: string): string[] {
  const parts = path.split('/');

  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
}

function describePath(routes: readonly IntegratedRoute[]) {
  return Object.fromEntries(
    routes.flatMap((route) =>
      methodsOf(route.contract).map((method) => [method.toLowerCase(), describeRoute(route)]),
    ),
  );
}

function describeRoute(route: IntegratedRoute) {
  const names = [...route.contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...describeIntegration(route),
  };
}

function describeIntegration({ integrationUri, roleArn }: IntegratedRoute) {
  return {
    responses: { 200: { description: 'The response of the function' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: integrationUri,
      credentials: roleArn,
    },
  };
}
