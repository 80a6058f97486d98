import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Contract, endpointTimeoutSeconds } from '#lib/http/contract.ts';
import { fallback, type Operation } from '#lib/operations.ts';
import { AlarmTopics } from './constructs/alarm-topics.ts';
import { Budget } from './constructs/budget.ts';
import { type EndpointResources, endpointNeeds, grantEndpoint } from './constructs/capabilities.ts';
import { DashboardSite } from './constructs/dashboard-site.ts';
import { LinkProxy } from './constructs/link-proxy.ts';
import { LogMetrics } from './constructs/log-metrics.ts';
import { createLogGroup, OperationFunction } from './constructs/operation-function.ts';
import { RestGateway } from './constructs/rest-gateway.ts';
import { ServiceAlarms } from './constructs/service-alarms.ts';
import { endpointMetrics } from './declared-metrics.ts';
import { removalPolicyOf } from './stages.ts';

interface ApiStackProps extends StackProps, Omit<EndpointResources, 'linksBaseUrl'> {
  readonly stageName: string;
  readonly endpoints: readonly Operation<Contract>[];
  /** See `bundleFunctions`. */
  readonly functionsFolder: string;
  /** Folders of `writeSite`. Default: no files are uploaded. */
  readonly dashboardFolder?: string | undefined;
  readonly documentsFolder?: string | undefined;
  /** CloudWatch namespace of the metrics that are extracted from logs. */
  readonly metricNamespace: string;
}

/** The gateway, its functions and the topics of alarms. All are derived from `lib/operations.ts`. */
export class ApiStack extends Stack {
  readonly alarmTopics: AlarmTopics;
  readonly baseUrl: string;
  readonly linksBaseUrl: string;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);

    const topics = new AlarmTopics(this, 'Alarms', props.settings);
    const { monthlyBudgetUsd } = props.settings;
    if (monthlyBudgetUsd !== undefined) {
      new Budget(this, 'Budget', { monthlyUsd: monthlyBudgetUsd, topic: topics.ticket });
    }
    const dashboard = new DashboardSite(this, 'Dashboard', {
      folder: props.dashboardFolder,
      documentsFolder: props.documentsFolder,
      removalPolicy: removalPolicyOf(props.settings),
    });
    const gateway = new RestGateway(this, 'Gateway', {
      name: this.stackName,
      stageName: props.stageName,
      settings: props.settings,
      endpoints: props.endpoints,
      dashboard,
    });

    this.alarmTopics = topics;
    this.baseUrl = gateway.baseUrl;
    this.linksBaseUrl = props.settings.linksBaseUrl ?? gateway.baseUrl;
    gateway.deployAfter(this.createEndpoints(props));
    dashboard.uploadAfter(gateway.stage);
    new ServiceAlarms(this, 'ServiceAlarms', { ...props, stage: gateway.stage, topics });

    // Exported even when the links have their own domain: the workers stack imports it until its own update.
    this.exportValue(gateway.restApiId);
    new CfnOutput(this, 'BaseUrl', { value: gateway.baseUrl });
    new CfnOutput(this, 'DashboardUrl', { value: `${gateway.baseUrl}/dashboard/` });
    if (gateway.domainTarget !== undefined) {
      new CfnOutput(this, 'DomainTarget', {
        value: gateway.domainTarget,
        description: 'Target of the DNS alias record for the domain',
      });
    }
    new CfnOutput(this, 'AlarmTopicArn', { value: topics.page.topicArn });
    new CfnOutput(this, 'TicketTopicArn', { value: topics.ticket.topicArn });
    if (props.settings.trackingDomainTarget !== undefined) this.createLinkProxy(gateway, props);
  }

  private createLinkProxy({ restApiId }: RestGateway, { stageName }: ApiStackProps): void {
    const proxy = new LinkProxy(this, 'LinkProxy', { name: this.stackName, restApiId, stageName });
    new CfnOutput(this, 'LinkProxyEndpoint', {
      value: proxy.endpoint,
      description: 'Target of the CNAME record of trackingDomainTarget',
    });
    new CfnOutput(this, 'LinkProxyDistributionId', { value: proxy.distributionId });
    new CfnOutput(this, 'LinkProxyConnectionGroupId', { value: proxy.connectionGroupId });
  }

  /** All endpoints write to one log group: a metric needs one filter, and an operator runs one search. */
  private createEndpoints({ endpoints, settings, ...props }: ApiStackProps) {
    const resources: EndpointResources = { ...props, settings, linksBaseUrl: this.linksBaseUrl };
    const logGroup = createLogGroup(this, 'EndpointLogs', settings);

    new LogMetrics(this, 'Metrics', {
      logGroup,
      metrics: endpointMetrics(endpoints),
      namespace: props.metricNamespace,
    });
    new CfnOutput(this, 'LogGroupName', { value: logGroup.logGroupName });

    return [...endpoints, fallback].map(({ name, definition }): IFunction => {
      const operation = new OperationFunction(this, name, {
        operation: name,
        summary: definition.summary,
        grants: grantEndpoint(endpointNeeds(definition), resources),
        timeoutSeconds: endpointTimeoutSeconds,
        memoryMb: definition.memoryMb,
        functionsFolder: props.functionsFolder,
        settings,
        logGroup,
      });

      return operation.function;
    });
  }
}
