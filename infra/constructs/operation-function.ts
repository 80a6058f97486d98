import { Duration, Stack, Tags } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages.ts';
import type { Grants } from './capabilities.ts';

interface OperationFunctionProps {
  /** `contacts.create`: the function's tag, by which people and the local stack find it. */
  readonly operation: string;
  readonly summary: string;
  /** What `needs` come to. */
  readonly grants: Grants;
  readonly timeoutSeconds: number;
  readonly memoryMb: number | undefined;
  /** By operation; each holds `index.mjs` and nothing else. See `bundleFunctions`. */
  readonly codeFolders: ReadonlyMap<string, string>;
  readonly settings: StageSettings;
  /** Default: a log group of its own. */
  readonly logGroup?: ILogGroup;
  /** What the trigger asks of the function's role, beyond `needs`. */
  readonly triggerStatements?: readonly PolicyStatement[];
  /** Allows a consumer that sends to its own queue. Lambda would stop such a chain after 16 hops. */
  readonly isRecursive?: boolean;
}

export const memoryMbDefault = 512;

/** `outreach-prod-api-contacts-create`. Names are known before the functions exist, at most 64 characters. */
export function functionNameOf({ stackName }: Stack, operation: string): string {
  return `${stackName}-${operation.replaceAll('.', '-')}`;
}

/** One function with a role of its own; the role holds what `needs` and the trigger ask, no more. */
export class OperationFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    super(scope, id);

    const { settings } = props;
    const reserved = settings.capacity.reserved[props.operation];
    this.logGroup = props.logGroup ?? createLogGroup(this, 'Logs', settings);

    this.function = new LambdaFunction(this, 'Function', {
      functionName: functionNameOf(Stack.of(this), props.operation),
      description: props.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(codeFolderOf(props)),
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMb ?? memoryMbDefault,
      environment: { OPERATION: props.operation, ...props.grants.environment },
      // Immutable, so that no construct can add a grant that `needs` does not show.
      role: this.createRole(props).withoutPolicyUpdates(),
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: settings.systemLogLevel,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      recursiveLoop: props.isRecursive === true ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
    });

    Tags.of(this.function).add('operation', props.operation, {
      includeResourceTypes: [CfnFunction.CFN_RESOURCE_TYPE_NAME],
    });
  }

  private createRole(props: OperationFunctionProps): Role {
    return new Role(this, 'Role', {
      description: `What ${props.operation} may do`,
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        needs: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [this.logGroup.logGroupArn],
            }),
            ...props.grants.statements,
            ...(props.triggerStatements ?? []),
          ],
        }),
      },
    });
  }
}

export function createLogGroup(scope: Construct, id: string, settings: StageSettings): LogGroup {
  return new LogGroup(scope, id, {
    retention: settings.logRetention,
    removalPolicy: settings.removalPolicy,
  });
}

function codeFolderOf({ codeFolders, operation }: OperationFunctionProps): string {
  const folder = codeFolders.get(operation);

  if (folder === undefined) {
    throw new Error(`Operation ${operation} was not bundled.`);
  }

  return folder;
}
