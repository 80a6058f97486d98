import { dynamoDbAccesses, type PartitionKeys } from './dynamodb-access.ts';
import type { Access } from './policy.ts';

/** A request to an AWS service, from its signature and headers. */
export interface ServiceCall {
  readonly service: string;
  readonly region: string;
  /** The part after the dot in `X-Amz-Target`; empty for services that use paths. */
  readonly operation: string;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly body: string;
}

/** Account data that is needed to build the ARNs of resources. */
export interface Account {
  readonly accountId: string;
  readonly partitionKeys: PartitionKeys;
}

/**
 * All actions and resources of a call that need permission. Unknown calls return a name that no policy allows.
 * @throws when they cannot be determined
 */
export function requiredAccesses(call: ServiceCall, { accountId, partitionKeys }: Account): Access[] {
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
    case 's3':
      return [bucketAccess(call)];
    default:
      return [{ action: `${service}:${operation}`, resource: '*', context: {} }];
  }
}

type ArnOf = (resource: string) => string;

/** Batch operations need the permission of the single operation. */
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

/** A Decrypt request may name no key. Then the access names none, and no policy allows it. */
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

/**
 * The actions on files by method; an upload in parts needs the same permission as a simple one. Aborting an upload has its own.
 */
const fileActions: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'GetObject',
  PUT: 'PutObject',
  POST: 'PutObject',
  DELETE: 'DeleteObject',
};

/** The local endpoint has the bucket in the path. Bucket names are unique in all accounts, so ARNs have no account. */
function bucketAccess({ method, path }: ServiceCall): Access {
  const { pathname, searchParams } = new URL(path, 'http://s3');
  const [, bucket = '', ...key] = pathname.split('/');
  const file = decodeURIComponent(key.join('/'));
  const isList = method === 'GET' && file === '' && searchParams.get('list-type') === '2';
  const isAbort = method === 'DELETE' && searchParams.has('uploadId');
  const fileAction = isAbort ? 'AbortMultipartUpload' : fileActions[method];
  const bucketAction = isList ? 'ListBucket' : undefined;
  const action = file === '' ? bucketAction : fileAction;

  return {
    action: `s3:${action ?? `${method} ${pathname}`}`,
    resource: `arn:aws:s3:::${bucket}${file === '' ? '' : `/${file}`}`,
    context: {},
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

/** A schedule's role must be passed to the scheduler, which needs `iam:PassRole`. */
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
