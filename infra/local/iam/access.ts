import { dynamoDbAccesses, type PartitionKeys } from './dynamodb-access.ts';
import type { Access } from './policy.ts';

/** A request to a service of AWS, as its signature and its headers tell it. */
export interface ServiceCall {
  readonly service: string;
  readonly region: string;
  /** What follows the dot in `X-Amz-Target`; empty where a service has paths instead. */
  readonly operation: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

/** What names in requests stand for. */
export interface Account {
  readonly accountId: string;
  readonly partitionKeys: PartitionKeys;
}

/**
 * Everything that a call does and that must be allowed for it. What is not known here is named so that nothing allows it.
 * @throws when it cannot be told
 */
export function accessesOf(call: ServiceCall, { accountId, partitionKeys }: Account): Access[] {
  const { service, region, operation, body } = call;
  const arnOf = (resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`;

  switch (service) {
    case 'dynamodb':
      return dynamoDbAccesses(operation, body, { partitionKeys, arnOf });
    case 'sqs':
      return [queueAccess(operation, JSON.parse(body), arnOf)];
    case 'kms':
      return [keyAccess(operation, JSON.parse(body), arnOf)];
    case 'scheduler':
      return scheduleAccesses(call, arnOf);
    default:
      return [{ action: `${service}:${operation}`, resource: '*', context: {} }];
  }
}

type ArnOf = (resource: string) => string;

/** A batch has no action of its own. */
function queueAccess(operation: string, { QueueUrl = '' }: { QueueUrl?: string }, arnOf: ArnOf): Access {
  return {
    action: `sqs:${operation.replace(/Batch$/, '')}`,
    resource: arnOf(QueueUrl.split('/').at(-1) ?? ''),
    context: {},
  };
}

interface KeyInput {
  readonly KeyId?: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
}

/** Decrypt may leave the key to its ciphertext, which says nothing here: then none is named, and none is allowed. */
function keyAccess(
  operation: string,
  { KeyId = '', EncryptionContext = {} }: KeyInput,
  arnOf: ArnOf,
): Access {
  const keys = Object.keys(EncryptionContext);

  return {
    action: `kms:${operation}`,
    resource: KeyId.startsWith('arn:') ? KeyId : arnOf(`key/${KeyId}`),
    context: { 'kms:EncryptionContextKeys': keys.length > 0 ? keys : undefined },
  };
}

const scheduleActions: Readonly<Record<string, string>> = {
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  DELETE: 'DeleteSchedule',
  GET: 'GetSchedule',
};

interface ScheduleInput {
  readonly GroupName?: string;
  readonly Target?: { readonly RoleArn: string };
}

/** Whoever says by which role a schedule reaches its target passes that role on. */
function scheduleAccesses({ method, path, body }: ServiceCall, arnOf: ArnOf): Access[] {
  const { pathname, searchParams } = new URL(path, 'http://scheduler');
  const [, kind, name = ''] = pathname.split('/');
  const input: ScheduleInput = body === '' ? {} : JSON.parse(body);
  const group = input.GroupName ?? searchParams.get('groupName') ?? 'default';
  const action = kind === 'schedules' && name !== '' ? scheduleActions[method] : undefined;

  return [
    {
      action: `scheduler:${action ?? `${method} ${pathname}`}`,
      resource: arnOf(`schedule/${group}/${decodeURIComponent(name)}`),
      context: {},
    },
    ...(input.Target === undefined
      ? []
      : [
          {
            action: 'iam:PassRole',
            resource: input.Target.RoleArn,
            context: { 'iam:PassedToService': ['scheduler.amazonaws.com'] },
          },
        ]),
  ];
}
