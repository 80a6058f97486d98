import { Fn, Size, Stack, Validations } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  EndpointType,
  SecurityPolicy,
  SpecRestApi,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Contract } from '#lib/http/contract.ts';
import { fallback, type Operation } from '#lib/operations.ts';
import type { StageSettings } from '../stages.ts';
import type { DashboardBucket } from './dashboard-routes.ts';
import { gatewayDefinition, type IntegratedRoute } from './gateway-definition.ts';
import { stageOptionsOf } from './gateway-stage.ts';
import { functionArnOf, functionNameOf } from './operation-function.ts';
import { attachWebAcl } from './web-acl.ts';

interface RestGatewayProps {
  readonly name: string;
  readonly stageName: string;
  readonly endpoints: readonly Operation<Contract>[];
  readonly dashboard: DashboardBucket;
  readonly settings: StageSettings;
}

/**
 * A REST API instead of an HTTP API, because only a REST API has customizable gateway responses. The gateway
 * only routes; the function authenticates and validates each request, so that all responses have the
 * service's format.
 *
 * One OpenAPI definition holds all routes. Resources for paths and methods would add two per endpoint, and a
 * stack may have 500 resources. The definition contains function names instead of references: functions need
 * the API's id for their links, so references would be circular. `deployAfter` ensures that a route is not
 * served before its function exists.
 */
export class RestGateway extends Construct {
  readonly baseUrl: string;
  readonly restApiId: string;
  readonly stage: Stage;
  /** DNS target of the custom domain, if there is one. */
  readonly domainTarget: string | undefined;
  private readonly api: SpecRestApi;

  constructor(scope: Construct, id: string, props: RestGatewayProps) {
    super(scope, id);

    const { stageName, settings } = props;
    const { domain } = settings;

    const api = this.createApi(props);

    requireModernTls(api);
    // Removes CDK's output of the stage's URL. The output `BaseUrl` of the stack replaces it.
    api.node.tryRemoveChild('Endpoint');
    this.api = api;
    this.restApiId = api.restApiId;
    this.stage = api.deploymentStage;
    const hasWebAcl = attachWebAcl(this, settings, api.deploymentStage);
    acknowledge(api, { APIG1: settings.accessLogs, APIG3: hasWebAcl });

    // Not `stage.urlForPath()`: the stage is created after the functions that need the URL.
    const { region, urlSuffix } = Stack.of(this);
    const stageUrl = `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${stageName}`;
    this.baseUrl = domain === undefined ? stageUrl : `https://${domain.name}`;
    this.domainTarget = domain && this.addDomain(api, domain);
  }

  /** Deploys the API after these functions exist. */
  deployAfter(functions: readonly IFunction[]): void {
    this.api.latestDeployment?.node.addDependency(...functions);
  }

  private createApi(props: RestGatewayProps): SpecRestApi {
    const { name, stageName, endpoints, dashboard, settings } = props;

    return new SpecRestApi(this, 'Api', {
      restApiName: name,
      apiDefinition: ApiDefinition.fromInline(
        gatewayDefinition(name, {
          routes: this.routesOf(endpoints),
          fallback: this.routeOf(fallback, this.createInvokeRole('Invoke-fallback', [fallback])),
          dashboard,
        }),
      ),
      endpointTypes: [EndpointType.REGIONAL],
      // An import takes the endpoint type from this parameter; the default is `EDGE`.
      // https://docs.aws.amazon.com/apigateway/latest/api/API_PutRestApi.html
      parameters: { endpointConfigurationTypes: 'REGIONAL' },
      deployOptions: { stageName, ...stageOptionsOf(this, endpoints, settings) },
      // The role would apply to all gateways of the account.
      cloudWatchRole: false,
      // Required for binary request bodies; without it, files that are not UTF-8 are corrupted. A limit: an
      // image is returned as bytes only if the first type of the Accept header is binary:
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/lambda-proxy-binary-media.html
      binaryMediaTypes: ['*/*'],
      // For callers that accept gzip: the API document gets 7 times smaller.
      minCompressionSize: Size.bytes(2000),
    });
  }

  /**
   * One role per domain: function permissions would add one resource per endpoint, and the 10,240 characters of a role's
   * policies fit fewer than 120 functions. An endpoint keeps its role when others are added, so that existing routes stay
   * permitted during a deployment. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
   */
  private routesOf(endpoints: readonly Operation<Contract>[]): IntegratedRoute[] {
    const domains = Map.groupBy(endpoints, ({ name }) => name.split('.')[0]);

    return [...domains].flatMap(([domain, members]) => {
      const role = this.createInvokeRole(`Invoke-${domain}`, members);

      return members.map((endpoint) => this.routeOf(endpoint, role));
    });
  }

  private routeOf({ name, definition }: Operation<Contract>, { roleArn }: Role): IntegratedRoute {
    return { contract: definition, roleArn, integrationUri: this.integrationUri(name) };
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
              resources: members.map(({ name }) => functionArnOf(Stack.of(this), name)),
            }),
          ],
        }),
      },
    });
  }

  /** One text per route. References that are joined would triple its size, and a template may have 1 MB. */
  private integrationUri(operation: string): string {
    const [partition, region, accountId] = ['Partition', 'Region', 'AccountId'].map(
      (name) => `\${AWS::${name}}`,
    );
    const functionArn = `arn:${partition}:lambda:${region}:${accountId}:function:${functionNameOf(Stack.of(this), operation)}`;

    return Fn.sub(
      `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
    );
  }

  private addDomain(api: SpecRestApi, domain: NonNullable<StageSettings['domain']>): string {
    return api.addDomainName('Domain', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate.certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    }).domainNameAliasDomainName;
  }
}

/**
 * TLS 1.3, or 1.2 with forward secrecy, on the default endpoint, which would accept TLS 1.0.
 * Not the access mode `STRICT`, which rejects a request if its Host header differs from the name in the TLS
 * handshake. A customer's proxy in front of a tracking domain may name its domain there. Both modes reject foreign hosts.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html
 */
function requireModernTls(api: SpecRestApi): void {
  const resource = api.node.defaultChild as CfnRestApi;
  resource.securityPolicy = SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
  resource.endpointAccessMode = 'BASIC';
}

/** AwsSolutions rules for gateways that the functions or the account's owner fulfil instead. */
const acknowledged: Readonly<Record<string, string>> = {
  APIG1:
    'Functions log each request with the request id of the response. An access log is a setting, because it needs a role of the account.',
  APIG2: 'Functions validate requests by their contracts, so that all errors have the same format.',
  APIG3: 'The owner of the account chooses a web ACL. Functions apply exact rate limits per caller.',
  APIG6: 'As APIG1: the log of the called function contains every request.',
};

function acknowledge(api: SpecRestApi, fulfilled: Readonly<Record<string, boolean>>): void {
  for (const [rule, reason] of Object.entries(acknowledged)) {
    if (fulfilled[rule] === true) continue;
    Validations.of(api).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}
