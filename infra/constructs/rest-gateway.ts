import { Stack } from 'aws-cdk-lib';
import { AwsIntegration, EndpointType, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Contract } from '#lib/http/contract.ts';
import { envelopeBody, gatewayAnswers, headersOf } from './gateway-responses.ts';

export interface Route {
  readonly contract: Pick<Contract, 'method' | 'path'>;
  readonly function: IFunction;
}

interface RestGatewayProps {
  readonly name: string;
  readonly stageName: string;
  readonly routes: readonly Route[];
}

/**
 * A REST API, not an HTTP API: only it lets us word the gateway's own answers. It routes and nothing else; who may
 * call and what a request must look like is decided inside the function, so that every answer is ours.
 */
export class RestGateway extends Construct {
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, { name, stageName, routes }: RestGatewayProps) {
    super(scope, id);

    const api = new RestApi(this, 'Api', {
      restApiName: name,
      endpointTypes: [EndpointType.REGIONAL],
      deployOptions: { stageName },
      cloudWatchRole: false,
      // Any other type is decoded as UTF-8 on its way, which damages files in other encodings.
      binaryMediaTypes: ['text/csv', 'multipart/form-data', 'application/gzip'],
    });

    api.node.tryRemoveChild('Endpoint');
    this.addRoutes(api, routes);

    for (const [type, envelope] of gatewayAnswers) {
      api.addGatewayResponse(type.responseType, {
        type,
        statusCode: envelope.statusCode,
        responseHeaders: headersOf(envelope),
        templates: { 'application/json': envelopeBody(envelope) },
      });
    }

    const { region, urlSuffix } = Stack.of(this);
    this.baseUrl = `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${api.deploymentStage.stageName}`;
  }

  /**
   * One role invokes all functions: permissions would be two resources more for every endpoint. Its 10,240 characters
   * hold about 85 functions; a second role takes the next ones.
   * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
   */
  private addRoutes(api: RestApi, routes: readonly Route[]): void {
    const credentialsRole = new Role(this, 'InvokeRole', {
      description: 'The gateway invokes the endpoints by it',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: routes.map((route) => route.function.functionArn),
            }),
          ],
        }),
      },
    });

    for (const { contract, function: target } of routes) {
      api.root.resourceForPath(contract.path).addMethod(
        contract.method,
        new AwsIntegration({
          service: 'lambda',
          path: `2015-03-31/functions/${target.functionArn}/invocations`,
          proxy: true,
          options: { credentialsRole: credentialsRole.withoutPolicyUpdates() },
        }),
      );
    }
  }
}
