import type { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod/mini';
import { render, resourcesOf } from './synthesised.ts';

const Operation = z.looseObject({
  'x-amazon-apigateway-integration': z.looseObject({
    type: z.string(),
    uri: z.unknown(),
    credentials: z.unknown(),
  }),
});
const Definition = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  'x-amazon-apigateway-gateway-responses': z.record(z.string(), z.unknown()),
});

interface DeployedRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: z.infer<typeof Operation>;
  readonly functionName: string;
  /** The logical id of the role that the gateway assumes to invoke the function. */
  readonly roleId: string;
}

/** The OpenAPI document that API Gateway imports. */
export function definitionIn(template: Template): z.infer<typeof Definition> {
  const [api] = resourcesOf(template, 'AWS::ApiGateway::RestApi');

  return z.parse(Definition, api?.properties['Body']);
}

/** The routes of functions. @throws when such a route has no function */
export function routesIn(template: Template): DeployedRoute[] {
  return Object.entries(definitionIn(template).paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { type, uri, credentials } = operation['x-amazon-apigateway-integration'];
      if (type !== 'aws_proxy') return [];
      const functionName =
        /^arn:<AWS::Partition>:apigateway:<AWS::Region>:lambda:path\/2015-03-31\/functions\/arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:([\w-]+)\/invocations$/.exec(
          render(uri),
        )?.[1];
      if (functionName === undefined) throw new Error(`${method} ${path} integrates ${render(uri)}`);

      return {
        method: method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase(),
        path,
        operation,
        functionName,
        roleId: z.parse(z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }), credentials)[
          'Fn::GetAtt'
        ][0],
      };
    }),
  );
}
