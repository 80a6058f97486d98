import { Stack, Validations } from 'aws-cdk-lib';
import {
  CachePolicy,
  CfnConnectionGroup,
  CfnDistribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionRuntime,
  OriginRequestPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';

interface LinkProxyProps {
  readonly name: string;
  readonly restApiId: string;
  readonly stageName: string;
}

/**
 * Runs for each request. The gateway accepts only its own host, so the header keeps the host of the visitor. Only paths of
 * links are served: the dashboard must not appear on the domain of a customer.
 */
const requestFunction = `function handler({ request }) {
  if (!/^\\/[tu]\\//.test(request.uri)) return { statusCode: 404, statusDescription: 'Not Found' };
  request.headers['x-forwarded-host'] = { value: request.headers.host.value };
  return request;
}`;

/**
 * Serves links on the domains of customers. Each domain is a distribution tenant with its own certificate, which an operator
 * adds: infra/OPERATING.md compares this with other ways.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/distribution-config-options.html
 */
export class LinkProxy extends Construct {
  readonly distributionId: string;
  readonly connectionGroupId: string;
  /** DNS target of `trackingDomainTarget`. */
  readonly endpoint: string;

  constructor(scope: Construct, id: string, props: LinkProxyProps) {
    super(scope, id);

    const distribution = this.createDistribution(props);
    const group = new CfnConnectionGroup(this, 'ConnectionGroup', {
      name: props.name,
      enabled: true,
      ipv6Enabled: true,
    });
    this.distributionId = distribution.ref;
    this.connectionGroupId = group.attrId;
    this.endpoint = group.attrRoutingEndpoint;
  }

  /** Without a certificate: each tenant has its own. */
  private createDistribution({ restApiId, stageName }: LinkProxyProps): CfnDistribution {
    const { region, urlSuffix } = Stack.of(this);
    const request = new EdgeFunction(this, 'Request', {
      code: FunctionCode.fromInline(requestFunction),
      runtime: FunctionRuntime.JS_2_0,
    });
    const distribution = new CfnDistribution(this, 'Distribution', {
      distributionConfig: {
        enabled: true,
        connectionMode: 'tenant-only',
        httpVersion: 'http2and3',
        origins: [
          {
            id: 'gateway',
            domainName: `${restApiId}.execute-api.${region}.${urlSuffix}`,
            originPath: `/${stageName}`,
            customOriginConfig: { originProtocolPolicy: 'https-only', originSslProtocols: ['TLSv1.2'] },
          },
        ],
        defaultCacheBehavior: {
          targetOriginId: 'gateway',
          viewerProtocolPolicy: 'redirect-to-https',
          // CloudFront has no smaller set with POST, which unsubscribes.
          allowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
          cachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId,
          originRequestPolicyId: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER.originRequestPolicyId,
          functionAssociations: [{ eventType: 'viewer-request', functionArn: request.functionArn }],
        },
      },
    });
    acknowledge(distribution);

    return distribution;
  }
}

/** AwsSolutions rules for distributions that the service or the account's owner fulfil instead. */
const acknowledged: Readonly<Record<string, string>> = {
  CFR1: 'Recipients of emails are in all countries.',
  CFR2: 'The owner of the account chooses a web ACL. The gateway limits the requests to links.',
  CFR3: 'The functions behind links log each request.',
  CFR4: 'Each tenant has its own certificate. The distribution itself has no host name.',
};

function acknowledge(distribution: CfnDistribution): void {
  for (const [rule, reason] of Object.entries(acknowledged))
    Validations.of(distribution).acknowledge({ id: `AwsSolutions-${rule}`, reason });
}
