import { type Contract, methodsOf } from '#lib/http/contract.ts';
import { type DashboardBucket, dashboardPaths } from './dashboard-routes.ts';
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
 * The API as API Gateway imports it: an OpenAPI document with AWS extensions. API users read
 * `lib/docs/openapi.json` instead.
 * - The gateway responses are part of it. Each import replaces them, so that separate resources would be lost
 * with the next change of a route: https://github.com/aws/serverless-application-model/issues/390
 * - https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
export function gatewayDefinition(
  title: string,
  routes: readonly IntegratedRoute[],
  dashboard: DashboardBucket,
) {
  const byPath = Map.groupBy(routes, ({ contract }) => contract.path);

  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths: {
      ...Object.fromEntries([...byPath].map(([path, members]) => [path, describePath(members)])),
      ...dashboardPaths(dashboard),
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

function describePath(routes: readonly IntegratedRoute[]) {
  return Object.fromEntries(
    routes.flatMap((route) =>
      methodsOf(route.contract).map((method) => [method.toLowerCase(), describeRoute(route)]),
    ),
  );
}

function describeRoute({ contract, integrationUri, roleArn }: IntegratedRoute) {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: { 200: { description: 'The response of the function' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: integrationUri,
      credentials: roleArn,
    },
  };
}
