import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { metricsOf } from '#lib/http/contract.ts';
import { endpoints } from '#lib/operations.ts';
import { AlarmTopic } from './constructs/alarm-topic.ts';
import { type EndpointResources, grantEndpoint } from './constructs/capabilities.ts';
import { LogMetrics } from './constructs/log-metrics.ts';
import { OperationFunction } from './constructs/operation-function.ts';
import { RestGateway, type Route } from './constructs/rest-gateway.ts';
import { ServiceAlarms } from './constructs/service-alarms.ts';
import type { ServiceTable } from './constructs/service-table.ts';
import type { StageSettings } from './stages.ts';

interface ApiStackProps extends StackProps {
  readonly stageName: string;
  readonly settings: StageSettings;
  readonly table: ServiceTable;
  readonly secretsKey: IKey;
  readonly signingKey: IKey;
  /** By operation name; see `bundleFunctions`. */
  readonly codeFolders: ReadonlyMap<string, string>;
  /** Of what is counted in logs. */
  readonly metricNamespace: string;
}

/** The gateway gives up after 29 s; a function that is stopped before that still gets its answer worded. */
const endpointTimeoutSeconds = 25;

/** The gateway and the functions behind it, derived from `lib/operations.ts` alone, and where all alarms go. */
export class ApiStack extends Stack {
  readonly alarmTopic: ITopic;
  readonly linksBaseUrl: string;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);

    const { topic } = new AlarmTopic(this, 'Alarms');
    const gateway = new RestGateway(this, 'Gateway', {
      name: this.stackName,
      stageName: props.stageName,
      domain: props.settings.domain,
      webAclArn: props.settings.webAclArn,
      contracts: endpoints.map(({ definition }) => definition),
    });

    this.alarmTopic = topic;
    this.linksBaseUrl = props.settings.linksBaseUrl ?? gateway.baseUrl;
    gateway.addRoutes(this.createEndpoints(props));
    new ServiceAlarms(this, 'ServiceAlarms', { ...props, stage: gateway.stage, topic });

    // Also while the links have a domain of their own: a stage that gets one still imports this when this stack is updated.
    this.exportValue(gateway.restApiId);
    new CfnOutput(this, 'BaseUrl', { value: gateway.baseUrl });
    if (gateway.domainTarget !== undefined) {
      new CfnOutput(this, 'DomainTarget', {
        value: gateway.domainTarget,
        description: 'What the domain must be an alias of',
      });
    }
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
  }

  private createEndpoints({ table, secretsKey, signingKey, settings, ...props }: ApiStackProps): Route[] {
    const resources: EndpointResources = {
      ...{ table, secretsKey, signingKey, settings },
      linksBaseUrl: this.linksBaseUrl,
    };

    return endpoints.map(({ name, definition }) => {
      const operation = new OperationFunction(this, name, {
        operation: name,
        summary: definition.summary,
        grants: grantEndpoint(definition.needs, resources),
        timeoutSeconds: endpointTimeoutSeconds,
        memoryMb: definition.memoryMb,
        codeFolders: props.codeFolders,
        settings,
      });

      new LogMetrics(operation, 'Metrics', {
        logGroup: operation.logGroup,
        metrics: metricsOf(definition),
        namespace: props.metricNamespace,
      });

      return { contract: definition, function: operation.function };
    });
  }
}
