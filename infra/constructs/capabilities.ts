import { Lazy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Contract } from '#lib/http/contract.ts';
import {
  type Capability,
  capabilityEnvironment,
  type EndpointCapability,
  type EnvironmentName,
} from '#lib/runtime/capabilities.ts';
import { type QueueName, queueNames } from '#lib/values/queues.ts';
import type { StageSettings } from '../stages.ts';
import { deleteFiles, readFiles, writeFiles } from './exports-bucket.ts';
import { grantItems } from './item-access.ts';
import type { ManagedSchedules } from './managed-schedules.ts';

/** Resources that the entries of an endpoint's `needs` refer to. */
export interface EndpointResources {
  readonly table: ITable;
  readonly secretsKey: IKey;
  readonly signingKey: IKey;
  readonly exportsBucket: Bucket;
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
  readonly syncSchedules: ManagedSchedules;
}

/** Policy statements and environment variables that result from `needs`, on named resources only. */
export interface Grants {
  readonly statements: readonly PolicyStatement[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The needs of an endpoint, and the authentication of its callers. */
export function endpointNeeds({ auth, needs }: Pick<Contract, 'auth' | 'needs'>): EndpointCapability[] {
  const authentication = ['callers:authenticate'] as const;

  return [...new Set([...needs, ...(auth === 'credential' || auth === 'session' ? authentication : [])])];
}

export function grantEndpoint(needs: readonly EndpointCapability[], resources: EndpointResources): Grants {
  return {
    statements: [
      ...grantItems(needs, resources.table),
      ...needs.flatMap((need) => endpointStatements[need]?.(resources) ?? []),
    ],
    environment: Object.fromEntries(
      needs
        .flatMap((need): readonly EndpointVariable[] => capabilityEnvironment[need])
        .map((name) => [name, endpointVariables[name](resources)]),
    ),
  };
}

export function grantWorker(needs: readonly Capability[], resources: WorkerResources): Grants {
  return {
    statements: [
      ...grantItems(needs, resources.table),
      ...needs.flatMap((need) => workerStatements[need]?.(resources) ?? []),
    ],
    environment: Object.fromEntries(
      needs
        .flatMap((need): readonly EnvironmentName[] => capabilityEnvironment[need])
        .map((name) => [name, workerVariables[name](resources)]),
    ),
  };
}

type EndpointVariable = (typeof capabilityEnvironment)[EndpointCapability][number];
type QueueUrlVariable = (typeof capabilityEnvironment)[`${QueueName}:send`][0];

/** Statements in addition to the statements of `grantItems`. */
const endpointStatements: Partial<Record<Capability, (resources: EndpointResources) => PolicyStatement[]>> = {
  'secrets:seal': ({ secretsKey }) => [useSecretsKey(secretsKey, 'kms:GenerateDataKey', 'kms:Decrypt')],
  'secrets:open': ({ secretsKey }) => [useSecretsKey(secretsKey, 'kms:Decrypt')],
  'tokens:sign': ({ signingKey }) => [signTokens(signingKey)],
  'exports:write': ({ exportsBucket }) => writeFiles(exportsBucket),
  'exports:delete': ({ exportsBucket }) => deleteFiles(exportsBucket),
  'exports:download': ({ exportsBucket }) => readFiles(exportsBucket),
};

/** The permission to send to each queue, by capability such as `ticks:send`. */
const sendStatements = Object.fromEntries(
  queueNames.map((name) => [`${name}:send`, ({ queues }: WorkerResources) => [sendTo(queues[name])]]),
) as Record<`${QueueName}:send`, (resources: WorkerResources) => PolicyStatement[]>;

const workerStatements: Partial<Record<Capability, (resources: WorkerResources) => PolicyStatement[]>> = {
  ...endpointStatements,
  ...sendStatements,
  'sends:count': ({ queues }) => [
    new PolicyStatement({ actions: ['sqs:GetQueueAttributes'], resources: [queues.sends.queueArn] }),
  ],
  'dead-letters:count': ({ deadLetters }) => [
    new PolicyStatement({
      actions: ['sqs:GetQueueAttributes'],
      resources: Lazy.list({ produce: () => [...deadLetters.values()].map(({ queueArn }) => queueArn) }),
    }),
  ],
  'schedules:manage': ({ schedules }) => [...schedules.manage()],
  'syncs:schedule': ({ syncSchedules }) => [...syncSchedules.manage()],
};

const endpointVariables: Record<EndpointVariable, (resources: EndpointResources) => string> = {
  TABLE_NAME: ({ table }) => table.tableName,
  SECRETS_KEY_ARN: ({ secretsKey }) => secretsKey.keyArn,
  SIGNING_KEY_ARN: ({ signingKey }) => signingKey.keyArn,
  EXPORTS_BUCKET_NAME: ({ exportsBucket }) => exportsBucket.bucketName,
  OUTBOUND_LOOPBACK: ({ settings }) => settings.outboundLoopback,
  // More threads than a batch has messages, because each message may need a lookup by getaddrinfo.
  UV_THREADPOOL_SIZE: () => '16',
  FAILING_ATTEMPT_SECONDS: ({ settings }) => String(settings.failingAttemptSeconds),
  SLOW_AFTER_MS: ({ settings }) => String(settings.slowAfterMs),
  LINKS_BASE_URL: ({ linksBaseUrl }) => linksBaseUrl,
};

/** The URL of each queue, by variable such as `TICKS_QUEUE_URL`. */
const queueUrlVariables = Object.fromEntries(
  queueNames.map((name) => {
    const [variable] = capabilityEnvironment[`${name}:send`];

    return [variable, ({ queues }: WorkerResources) => queues[name].queueUrl];
  }),
) as Record<QueueUrlVariable, (resources: WorkerResources) => string>;

const workerVariables: Record<EnvironmentName, (resources: WorkerResources) => string> = {
  ...endpointVariables,
  ...queueUrlVariables,
  DEAD_LETTER_QUEUE_URLS: ({ deadLetters }) =>
    Lazy.string({
      produce: () => [...deadLetters].map(([name, { queueUrl }]) => `${name}=${queueUrl}`).join(' '),
    }),
  SCHEDULE_GROUP_NAME: ({ schedules }) => schedules.groupName,
  SCHEDULE_ROLE_ARN: ({ schedules }) => schedules.roleArn,
  SCHEDULE_TARGET_ARN: ({ queues }) => queues.ticks.queueArn,
  SYNC_SCHEDULE_GROUP_NAME: ({ syncSchedules }) => syncSchedules.groupName,
  SYNC_SCHEDULE_ROLE_ARN: ({ syncSchedules }) => syncSchedules.roleArn,
  SYNC_SCHEDULE_TARGET_ARN: ({ queues }) => queues.syncs.queueArn,
};

function sendTo(queue: IQueue): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
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
