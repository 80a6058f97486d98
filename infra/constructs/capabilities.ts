import { Lazy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Contract } from '#lib/http/contract.ts';
import {
  type Capability,
  type EndpointCapability,
  queueVariable,
  variablesOf,
} from '#lib/runtime/capabilities.ts';
import { type QueueName, queueNames } from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';
import type { StageSettings } from '../stages.ts';
import { deleteFiles, readFiles, writeFiles } from './exports-bucket.ts';
import { grantItems } from './item-access.ts';
import type { ManagedSchedules } from './managed-schedules.ts';

/** Resources that the entries of an endpoint's `needs` refer to. */
export interface EndpointResources {
  readonly table: ITable;
  readonly secretsKey: IKey;
  readonly signingKey: IKey;
  readonly exportsBucket: IBucket;
  readonly settings: StageSettings;
  /** Base URL of the public links in messages. */
  readonly linksBaseUrl: string;
}

/** Resources that the entries of a worker's `needs` refer to. */
export interface WorkerResources extends EndpointResources {
  readonly queues: Readonly<Record<QueueName, IQueue>>;
  /** Dead-letter queues, by the name of the queue or stream consumer. Complete after all workers are created. */
  readonly deadLetters: ReadonlyMap<string, IQueue>;
  readonly schedules: ManagedSchedules;
}

/** Policy statements and environment variables that result from `needs`, on named resources only. */
export interface Grants {
  readonly statements: readonly PolicyStatement[];
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the function connects to external servers. */
  readonly isOutbound: boolean;
}

/** The needs of an endpoint, and the authentication of its callers. */
export function endpointNeeds({ auth, needs }: Pick<Contract, 'auth' | 'needs'>): EndpointCapability[] {
  const authentication = ['callers:authenticate'] as const;

  return [...new Set([...needs, ...(auth === 'credential' || auth === 'session' ? authentication : [])])];
}

export function grantEndpoint(needs: readonly EndpointCapability[], resources: EndpointResources): Grants {
  return grant(needs, resources, endpointStatements(resources), endpointVariables(resources));
}

export function grantWorker(needs: readonly Capability[], resources: WorkerResources): Grants {
  const { queues } = resources;
  const sendStatements = Object.fromEntries(
    queueNames.map((name) => [`${name}:send`, [onQueue(queues[name], 'sqs:SendMessage')]]),
  );
  const queueUrls = Object.fromEntries(
    queueNames.map((name) => [queueVariable(name), queues[name].queueUrl]),
  );

  return grant(
    needs,
    resources,
    { ...endpointStatements(resources), ...workerStatements(resources), ...sendStatements },
    { ...endpointVariables(resources), ...workerVariables(resources), ...queueUrls },
  );
}

type Statements = Readonly<Record<string, readonly PolicyStatement[]>>;
type Variables = Readonly<Record<string, string>>;

/** Capabilities with reads of the table. Each function without them may update the rate windows of addresses. */
const tableReaders: readonly Capability[] = [
  'table:read',
  'table:write',
  'visits:record',
  'visits:unsubscribe',
];

/**
 * Selects what the needs refer to.
 * @param statements by capability, in addition to the statements of `grantItems`
 * @throws if a variable of a need has no value
 */
function grant(
  needs: readonly Capability[],
  { table }: EndpointResources,
  statements: Statements,
  variables: Variables,
): Grants {
  return {
    statements: [...grantItems(needs, table), ...needs.flatMap((need) => statements[need] ?? [])],
    environment: {
      PRIMING: needs.some((need) => tableReaders.includes(need)) ? 'read' : 'count',
      ...recordOf(needs.flatMap(variablesOf), (name) => {
        const value = variables[name];
        if (value === undefined) throw new Error(`The variable ${name} has no value.`);

        return value;
      }),
    },
    isOutbound: needs.includes('network:outbound'),
  };
}

function endpointStatements({ secretsKey, signingKey, exportsBucket }: EndpointResources): Statements {
  return {
    'secrets:seal': [useSecretsKey(secretsKey, 'kms:GenerateDataKey', 'kms:Decrypt')],
    'secrets:open': [useSecretsKey(secretsKey, 'kms:Decrypt')],
    'tokens:sign': [signTokens(signingKey)],
    'exports:write': writeFiles(exportsBucket),
    'exports:delete': deleteFiles(exportsBucket),
    'exports:download': readFiles(exportsBucket),
  } satisfies Partial<Record<EndpointCapability, PolicyStatement[]>>;
}

function workerStatements({ queues, deadLetters, schedules }: WorkerResources): Statements {
  return {
    'sends:count': [onQueue(queues.sends, 'sqs:GetQueueAttributes')],
    'dead-letters:count': [
      new PolicyStatement({
        actions: ['sqs:GetQueueAttributes'],
        resources: Lazy.list({ produce: () => [...deadLetters.values()].map(({ queueArn }) => queueArn) }),
      }),
    ],
    'schedules:manage': schedules.manage(),
  } satisfies Partial<Record<Capability, readonly PolicyStatement[]>>;
}

function endpointVariables(resources: EndpointResources): Variables {
  const { table, secretsKey, signingKey, exportsBucket, settings, linksBaseUrl } = resources;

  return {
    TABLE_NAME: table.tableName,
    SECRETS_KEY_ARN: secretsKey.keyArn,
    SIGNING_KEY_ARN: signingKey.keyArn,
    EXPORTS_BUCKET_NAME: exportsBucket.bucketName,
    OUTBOUND_LOOPBACK: settings.outboundLoopback,
    // More threads than a batch has messages, because each message may need a lookup by getaddrinfo.
    UV_THREADPOOL_SIZE: '16',
    FAILING_ATTEMPT_SECONDS: String(settings.failingAttemptSeconds),
    SLOW_AFTER_MS: String(settings.slowAfterMs),
    LINKS_BASE_URL: linksBaseUrl,
  };
}

function workerVariables({ queues, deadLetters, schedules }: WorkerResources): Variables {
  return {
    DEAD_LETTER_QUEUE_URLS: Lazy.string({
      produce: () =>
        [...deadLetters]
          .map(([name, { queueUrl, queueName }], at) => `${name}=${at === 0 ? queueUrl : queueName}`)
          .join(' '),
    }),
    SCHEDULE_GROUP_NAME: schedules.groupName,
    SCHEDULE_ROLE_ARN: schedules.roleArn,
    SCHEDULE_TARGET_ARN: queues.ticks.queueArn,
  };
}

function onQueue(queue: IQueue, action: string): PolicyStatement {
  return new PolicyStatement({ actions: [action], resources: [queue.queueArn] });
}

/**
 * Permits calls that encrypt or decrypt secrets. The condition denies a call without an encryption context, which binds an encrypted secret to
 * its owner. `Null: false` means that the context is present.
 */
function useSecretsKey(key: IKey, ...actions: string[]): PolicyStatement {
  return new PolicyStatement({
    actions,
    resources: [key.keyArn],
    conditions: { Null: { 'kms:EncryptionContextKeys': 'false' } },
  });
}

function signTokens(key: IKey): PolicyStatement {
  return new PolicyStatement({ actions: ['kms:GenerateMac'], resources: [key.keyArn] });
}
