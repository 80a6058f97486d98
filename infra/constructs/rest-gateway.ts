import { Stack, Validations } from 'aws-cdk-lib';
import {
  AwsIntegration,
  type CfnRestApi,
  EndpointType,
  type MethodDeploymentOptions,
  RestApi,
  SecurityPolicy,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { type Contract, methodsOf } from '#lib/http/contract.ts';
import type { StageSettings } from '../stages.ts';
import { envelopeBody, gatewayAnswers, headersOf } from './gateway-responses.ts';

type Routed = Pick<Contract, 'method' | 'path' | 'auth' | 'requestsPerSecond'>;

export interface Route {
  readonly contract: Routed;
  readonly function: IFunction;
}

interface RestGatewayProps {
  readonly name: string;
  readonly stageName: string;
  readonly contracts: readonly Routed[];
  readonly domain: StageSettings['domain'];
  readonly webAclArn: string | undefined;
}

/**
 * A REST API, not an HTTP API: only it lets us word the gateway's own answers. It routes and nothing else; who may
 * call and what a request must look like is decided inside the function, so that every answer is ours.
 */
export class RestGateway extends Construct {
  /** Known before there is a route: functions may be told where they will be found. */
  readonly baseUrl: string;
  readonly restApiId: string;
  readonly stage: Stage;
  /** The name that the domain must lead to, when there is one. */
  readonly domainTarget: string | undefined;
  private readonly api: RestApi;

  constructor(scope: Construct, id: string, props: RestGatewayProps) {
    super(scope, id);

    const { name, stageName, contracts, domain, webAclArn } = props;

    const api = new RestApi(this, 'Api', {
      restApiName: name,
      endpointTypes: [EndpointType.REGIONAL],
      deployOptions: { stageName, methodOptions: throttlesOf(contracts) },
      cloudWatchRole: false,
      // Without it, files in other encodings than UTF-8 are damaged on their way in, and a picture gets out as bytes only to
      // those who name its type first: https://docs.aws.amazon.com/apigateway/latest/developerguide/lambda-proxy-binary-media.html
      binaryMediaTypes: ['*/*'],
    });

    requireModernTls(api);
    api.node.tryRemoveChild('Endpoint');
    this.api = api;
    this.restApiId = api.restApiId;
    this.stage = api.deploymentStage;
    acknowledge(api, webAclArn);
    if (webAclArn !== undefined) {
      new CfnWebACLAssociation(this, 'WebAcl', { webAclArn, resourceArn: api.deploymentStage.stageArn });
    }

    for (const [type, envelope] of gatewayAnswers) {
      api.addGatewayResponse(type.responseType, {
        type,
        statusCode: envelope.statusCode,
        responseHeaders: headersOf(envelope),
        templates: { 'application/json': envelopeBody(envelope) },
      });
    }

    // Not by the stage itself, which comes after the routes, and those after the functions.
    const { region, urlSuffix } = Stack.of(this);
    const ownUrl = `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${stageName}`;
    this.baseUrl = domain === undefined ? ownUrl : `https://${domain.name}`;
    this.domainTarget = domain && this.addDomain(api, domain);
  }

  private addDomain(api: RestApi, domain: NonNullable<StageSettings['domain']>): string {
    return api.addDomainName('Domain', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    }).domainNameAliasDomainName;
  }

  /**
   * One role invokes all functions: permissions would be two resources more for every endpoint. Its 10,240 characters
   * hold about 85 functions; a second role takes the next ones.
   * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
   */
  addRoutes(routes: readonly Route[]): void {
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
      const integration = new AwsIntegration({
        service: 'lambda',
        path: `2015-03-31/functions/${target.functionArn}/invocations`,
        proxy: true,
        options: { credentialsRole: credentialsRole.withoutPolicyUpdates() },
      });
      const resource = this.api.root.resourceForPath(contract.path);
      for (const method of methodsOf(contract)) resource.addMethod(method, integration);
    }
  }
}

/**
 * TLS 1.3, or 1.2 with forward secrecy, on the default endpoint, which would take 1.0.
 * - `BASIC`: `STRICT` refuses a request whose Host is not the name in its TLS handshake. A customer's proxy in front of a
 *   tracking domain may send such a request.
 * - https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html
 */
function requireModernTls(api: RestApi): void {
  const resource = api.node.defaultChild as CfnRestApi;
  resource.securityPolicy = SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
  resource.endpointAccessMode = 'BASIC';
}

/**
 * How many requests of links are let through, from all callers together. Nobody counts them by address: the proxies of mail
 * programs fetch for everybody from a few, and a flood must not use up what the account may handle of everything else.
 */
function throttlesOf(contracts: readonly Routed[]): Record<string, MethodDeploymentOptions> {
  return Object.fromEntries(
    contracts.flatMap((contract) => {
      const { path, requestsPerSecond: rate } = contract;
      if (rate === undefined) return [];

      return methodsOf(contract).map((method) => [
        `${path}/${method}`,
        { throttlingRateLimit: rate, throttlingBurstLimit: 2 * rate },
      ]);
    }),
  );
}

/** What AwsSolutions asks of a gateway that this one leaves to its functions, or to the account. */
const acknowledged: Readonly<Record<string, string>> = {
  APIG1:
    'Functions log each request under the id that its caller gets. An access log needs a role that is set for the whole account.',
  APIG2:
    'Functions validate by their contracts, so that each fault is named in the envelope of every other answer.',
  APIG3:
    'A web ACL is for the owner of the account to choose; functions count every caller against exact limits.',
  APIG4:
    'Functions authenticate, by the write that counts the request: a revoked key stops with the next one.',
  APIG6: 'As APIG1: the gateway does nothing that is not in the log of the function it leads to.',
  COG4: 'Callers have keys and sessions of the service itself.',
};

function acknowledge(api: RestApi, webAclArn: string | undefined): void {
  for (const [rule, reason] of Object.entries(acknowledged)) {
    if (rule === 'APIG3' && webAclArn !== undefined) continue;
    Validations.of(api).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}
