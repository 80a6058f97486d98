import type { ServiceName } from '../lambda/function-environment.ts';
import { isRecord } from '../template/intrinsics.ts';

/** A call of an AWS service, with the parts that a fault may change. */
export interface AwsCall {
  readonly service: ServiceName;
  readonly method: string;
  readonly path: string;
  /** Name of the operation; empty for services that identify it by method and path. */
  readonly operation: string;
  readonly body: Buffer;
}

const singleWrites = ['PutItem', 'UpdateItem', 'DeleteItem'];
const sendOperations = ['SendMessage', 'SendMessageBatch'];

/** The response to a write that DynamoDB throttles; undefined for any other call. */
export function throttledResponse({ service, operation, body }: AwsCall): string | undefined {
  if (service !== 'dynamodb') return undefined;
  if (singleWrites.includes(operation)) {
    return errorOf('ProvisionedThroughputExceededException', {});
  }
  if (operation !== 'TransactWriteItems') return undefined;
  const items = parse(body)['TransactItems'];
  const count = Array.isArray(items) ? items.length : 1;
  const reasons = Array.from({ length: count }, (_, index) => ({
    Code: index === 0 ? 'ThrottlingError' : 'None',
  }));

  return errorOf('TransactionCanceledException', { CancellationReasons: reasons });
}

const reads = ['GetItem', 'BatchGetItem', 'Query'];

/** Whether the call may return an earlier state of the table: it is a read without `ConsistentRead`. */
export const isEventuallyConsistent = ({ service, operation, body }: AwsCall) =>
  service === 'dynamodb' && reads.includes(operation) && !body.includes('"ConsistentRead":true');

function errorOf(name: string, fields: Readonly<Record<string, unknown>>): string {
  const message = 'Throttled by the local fault proxy';

  return JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...fields });
}

/** Whether the call sends messages to a queue. */
export const isSend = ({ service, operation }: AwsCall) =>
  service === 'sqs' && sendOperations.includes(operation);

const isSchedule = ({ service, method, path }: AwsCall) =>
  service === 'scheduler' && ['POST', 'PUT'].includes(method) && path.startsWith('/schedules/');

/**
 * The body of the call with a delay: a message arrives after later ones, or a schedule fires late. EventBridge Scheduler may
 * be up to 60 seconds late: https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 * @returns undefined for any other call
 */
export function delayBody(call: AwsCall, seconds: number): Buffer | undefined {
  if (!isSend(call) && !isSchedule(call)) return undefined;
  const body = parse(call.body);
  if (isSchedule(call)) return postponedSchedule(body, seconds);
  const entries = body['Entries'];
  const changed = Array.isArray(entries)
    ? { ...body, Entries: entries.map((entry: unknown) => postponed(entry, seconds)) }
    : postponed(body, seconds);

  return Buffer.from(JSON.stringify(changed));
}

function postponed(message: unknown, seconds: number): unknown {
  if (!isRecord(message)) return message;

  return { ...message, DelaySeconds: Math.min(900, Number(message['DelaySeconds'] ?? 0) + seconds) };
}

/** Only one-time schedules: a rate has no fixed time. */
function postponedSchedule(body: Record<string, unknown>, seconds: number): Buffer | undefined {
  const dueTime = /^at\((.+)\)$/.exec(String(body['ScheduleExpression']))?.[1];
  if (dueTime === undefined) return undefined;
  const delayedTime = new Date(Date.parse(`${dueTime}Z`) + seconds * 1000).toISOString().slice(0, 19);

  return Buffer.from(JSON.stringify({ ...body, ScheduleExpression: `at(${delayedTime})` }));
}

function parse(body: Buffer): Record<string, unknown> {
  const value: unknown = JSON.parse(body.toString());

  return isRecord(value) ? value : {};
}
