import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  EndpointType,
  type MethodDeploymentOptions,
  SecurityPolicy,
  SpecRestApi,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { type Contract, methodsOf } from '#lib/http/contract.ts';
import type { Operation } from '#lib/operations.ts';
import type { StageSettings } from '../stages.ts';
import { gatewayDefinition, type IntegratedRoute } from './gateway-definition.ts';
import { functionNameOf } from './operation-function.ts';

interface RestGatewayProps {
  readonly name: string;
  readonly stageName: string;
  readonly endpoints: readonly Operation<Contract>[];
  readonly domain: StageSettings['domain'];
  readonly webAclArn: string | undefined;
}

/**
 * A REST API, not an HTTP API: only it lets us word the gateway's own answers. It routes and nothing else; who may
 * call and what a request must look like is decided inside the function, so that every answer is ours.
 *
 * One definition holds all routes. A resource for each path and each method would be two more per endpoint, and a stack may
 * have 500. The definition names functions instead of referring to them: functions need the API's id for their links, so
 * references would form a circle. `deployAfter` keeps a route from being served before its function exists.
 */
export class RestGateway extends Construct {
  readonly baseUrl: string;
  readonly restApiId: string;
  readonly stage: Stage;
  /** The name that the domain must lead to, when there is one. */
  readonly domainTarget: string | undefined;
  private readonly api: SpecRestApi;

  constructor(scope: Construct, id: string, props: RestGatewayProps) {
    super(scope, id);

    const { stageName, domain, webAclArn } = props;

    const api = this.createApi(props);

    requireModernTls(api);
    api.node.tryRemoveChild('Endpoint');
    this.api = api;
    this.restApiId = api.restApiId;
    this.stage = api.deploymentStage;
    acknowledge(api, webAclArn);
    if (webAclArn !== undefined) {
      new CfnWebACLAssociation(this, 'WebAcl', { webAclArn, resourceArn: api.deploymentStage.stageArn });
    }

    // Not the stage's own URL: the stage is created after the functions that need the URL.
    const { region, urlSuffix } = Stack.of(this);
    const ownUrl = `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${stageName}`;
    this.baseUrl = domain === undefined ? ownUrl : `https://${domain.name}`;
    this.domainTarget = domain && this.addDomain(api, domain);
  }

  /** The gateway serves its routes once these functions exist. */
  deployAfter(functions: readonly IFunction[]): void {
    this.api.latestDeployment?.node.addDependency(...functions);
  }

  private createApi({ name, stageName, endpoints }: RestGatewayProps): SpecRestApi {
    return new SpecRestApi(this, 'Api', {
      restApiName: name,
      apiDefinition: ApiDefinition.fromInline(gatewayDefinition(name, this.integrate(endpoints))),
      endpointTypes: [EndpointType.REGIONAL],
      // An import has the type in a parameter of its own; the default is `EDGE`.
      // https://docs.aws.amazon.com/apigateway/latest/api/API_PutRestApi.html
      parameters: { endpointConfigurationTypes: 'REGIONAL' },
      deployOptions: { stageName, methodOptions: throttlesOf(endpoints) },
      cloudWatchRole: false,
      // Without it, files in other encodings than UTF-8 are damaged on their way in, and a picture gets out as bytes only to
      // those who name its type first: https://docs.aws.amazon.com/apigateway/latest/developerguide/lambda-proxy-binary-media.html
      binaryMediaTypes: ['*/*'],
    });
  }

  /**
   * One role for each domain: permissions would be one resource more for every endpoint, and the 10,240 characters of one
   * role's policies hold fewer than 120 functions. An endpoint keeps its role when others are added, so the routes that are
   * being served stay permitted during a deployment.
   * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
   */
  private integrate(endpoints: readonly Operation<Contract>[]): IntegratedRoute[] {
    const domains = Map.groupBy(endpoints, ({ name }) => name.split('.')[0]);

    return [...domains].flatMap(([domain, members]) => {
      const { roleArn } = this.createInvokeRole(`Invoke-${domain}`, members);

      return members.map(({ name, definition: contract }) => ({
        ...{ contract, roleArn },
        integrationUri: this.integrationUri(name),
      }));
    });
  }

  private createInvokeRole(id: string, members: readonly Operation<Contract>[]): Role {
    return new Role(this, id, {
      description: 'Lets the gateway invoke the endpoints of one domain',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: members.map(({ name }) => this.functionArn(name)),
            }),
          ],
        }),
      },
    });
  }

  private integrationUri(operation: string): string {
    const { partition, region } = Stack.of(this);

    return `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${this.functionArn(operation)}/invocations`;
  }

  private functionArn(operation: string): string {
    const stack = Stack.of(this);

    return stack.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: functionNameOf(stack, operation),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  private addDomain(api: SpecRestApi, domain: NonNullable<StageSettings['domain']>): string {
    return api.addDomainName('Domain', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    }).domainNameAliasDomainName;
  }
}

/**
 * TLS 1.3, or 1.2 with forward secrecy, on the default endpoint, which would take 1.0.
 * - `BASIC`: `STRICT` refuses a request whose Host is not the name in its TLS handshake. A customer's proxy in front of a
 *   tracking domain may send such a request.
 * - https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html
 */
function requireModernTls(api: SpecRestApi): void {
  const resource = api.node.defaultChild as CfnRestApi;
  resource.securityPolicy = SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
  resource.endpointAccessMode = 'BASIC';
}

/**
 * How many requests of links are let through, from all callers together. Nobody counts them by address: the proxies of mail
 * programs fetch for everybody from a few, and a flood must not use up what the account may handle of everything else.
 */
function throttlesOf(endpoints: readonly Operation<Contract>[]): Record<string, MethodDeploymentOptions> {
  return Object.fromEntries(
    endpoints.flatMap(({ definition: contract }) => {
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
  APIG6: 'As APIG1: the gateway does nothing that is not in the log of the function it leads to.',
};

function acknowledge(api: SpecRestApi, webAclArn: string | undefined): void {
  for (const [rule, reason] of Object.entries(acknowledged)) {
    if (rule === 'APIG3' && webAclArn !== undefined) continue;
    Validations.of(api).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}
