import { join } from 'node:path';
import { ArnFormat, Duration, Stack, Tags, Validations } from 'aws-cdk-lib';
import type { IVpc } from 'aws-cdk-lib/aws-ec2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { removalPolicyOf, type StageSettings } from '../stages.ts';
import type { Grants } from './capabilities.ts';
import { acknowledgeAttachment, attachmentStatements, outboundGroup } from './outbound-network.ts';

interface OperationFunctionProps {
  /** `contacts.create`: value of the function's tag, by which operators and the local stack find it. */
  readonly operation: string;
  readonly summary: string;
  /** Statements and variables that result from `needs`. */
  readonly grants: Grants;
  readonly timeoutSeconds: number;
  readonly memoryMb: number | undefined;
  /** Has a folder per operation with `index.mjs` and the modules of its threads. See `bundleFunctions`. */
  readonly functionsFolder: string;
  readonly settings: StageSettings;
  /** Default: a separate log group. */
  readonly logGroup?: ILogGroup;
  /** Statements that the trigger requires in the function's role, in addition to `needs`. */
  readonly triggerStatements?: readonly PolicyStatement[];
  /** Allows a consumer that sends to its own queue. By default Lambda stops such a loop after 16 hops. */
  readonly isRecursive?: boolean;
}

export const memoryMbDefault = 512;

/**
 * The name of an operation's function, such as `outreach-prod-api-contacts-create`. Names are known before the functions exist
 * and have at most 64 characters.
 */
export function functionNameOf({ stackName }: Stack, operation: string): string {
  return `${stackName}-${operation.replaceAll('.', '-')}`;
}

export function functionArnOf(stack: Stack, operation: string): string {
  return stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionNameOf(stack, operation),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

/** A function with its own role. The role allows what `needs` and the trigger require, and nothing else. */
export class OperationFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    super(scope, id);

    const { settings } = props;
    const vpc = props.grants.isOutbound ? settings.vpc : undefined;
    const reserved = settings.capacity.reserved[props.operation];
    this.logGroup = props.logGroup ?? createLogGroup(this, 'Logs', settings);

    const role = this.createRole(props, vpc);
    if (vpc !== undefined) acknowledgeAttachment(role);
    this.function = new LambdaFunction(this, 'Function', {
      functionName: functionNameOf(Stack.of(this), props.operation),
      description: props.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(props.functionsFolder, props.operation)),
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMb ?? memoryMbDefault,
      environment: { OPERATION: props.operation, ...props.grants.environment },
      // Immutable, so that no construct can add a grant that is not in `needs`.
      role: role.withoutPolicyUpdates(),
      ...(vpc && { vpc, securityGroups: [outboundGroup(Stack.of(this), vpc)] }),
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: settings.logs.systemLevel,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      ...(settings.tracing && { tracing: Tracing.ACTIVE }),
      recursiveLoop: props.isRecursive === true ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
    });

    Tags.of(this.function).add('operation', props.operation, {
      includeResourceTypes: [CfnFunction.CFN_RESOURCE_TYPE_NAME],
    });
  }

  private createRole(props: OperationFunctionProps, vpc: IVpc | undefined): Role {
    return new Role(this, 'Role', {
      description: `Permissions of ${props.operation}`,
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        needs: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [this.logGroup.logGroupArn],
            }),
            ...props.grants.statements,
            ...(props.settings.tracing ? [sendTraces(this)] : []),
            ...(props.triggerStatements ?? []),
            ...(vpc ? attachmentStatements(functionArnOf(Stack.of(this), props.operation)) : []),
          ],
        }),
      },
    });
  }
}

function sendTraces(scope: Construct): PolicyStatement {
  Validations.of(scope).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray accepts no resource for these actions.',
  });

  return new PolicyStatement({
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  });
}

export function createLogGroup(scope: Construct, id: string, settings: StageSettings): LogGroup {
  const { retention, encryptionKey, destination } = settings.logs;
  const logGroup = new LogGroup(scope, id, {
    retention,
    removalPolicy: removalPolicyOf(settings),
    ...(encryptionKey !== undefined && { encryptionKey }),
  });
  if (destination !== undefined) {
    logGroup.addSubscriptionFilter('Destination', { destination, filterPattern: FilterPattern.allEvents() });
  }

  return logGroup;
}
