import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  type ChangedValue,
  changedValues,
  hasValues,
  nameOfResource,
} from '#lib/audit-log/changed-values.ts';
import { type actorTypes, resourceTypeOf } from '#lib/audit-log/entry.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Contract } from '#lib/http/contract.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Put } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import type { Principal } from '#lib/values/principal.ts';

/*
 * | access pattern                         | how                              |
 * |----------------------------------------|----------------------------------|
 * | audit log of a workspace, newest first | Query W#<workspace>#AUDIT, by id |
 *
 * An entry is in no index. It costs two write units, because it belongs to the transaction of its change. A partition accepts
 * 1,000 write units/s, so a workspace can make 500 changes/s. Its rate limits allow less: 48 API keys (`apiKeysMax`) with
 * 100 requests per minute and 100 users (`usersMax`) with 200 make at most 24,800 requests per minute, 413/s on average.
 */

/** Bytes of an entry, without its key. */
const itemBytesMax = 900;

export const auditPartition = (workspaceId: string) => `W#${workspaceId}#AUDIT`;

/** The author of a change, with the name that it has at that time. */
export interface Actor {
  readonly type: (typeof actorTypes)[number];
  readonly id?: string | undefined;
  /** Name of the API key, or address of the user. */
  readonly name?: string | undefined;
}

interface AuditRecord {
  readonly actor: Actor;
  /** Method and path of the contract, such as `PATCH /contacts/{id}`, or `admin` and the operator's command. */
  readonly operation: string;
  readonly resourceId?: string | undefined;
  /** `X-Request-Id` of the response. */
  readonly requestId?: string | undefined;
  readonly resourceName?: string | undefined;
  /** Names of the fields in the request. */
  readonly fields?: readonly string[] | undefined;
  readonly changes?: readonly ChangedValue[] | undefined;
}

/**
 * The write that adds an entry to the transaction of its change, so that one commit has both. The item stays below 1 KB: names
 * have at most 100 characters, `fields` are names of the API, and `changes` get what these leave.
 * @param now epoch milliseconds
 */
export function auditPut(
  workspaceId: string,
  { actor, operation, resourceId, resourceName, requestId, fields = [], changes = [] }: AuditRecord,
  now: number,
): Put {
  const entryId = newId('aud', now);

  return {
    put: {
      pk: auditPartition(workspaceId),
      sk: entryId,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      operation,
      resourceId,
      ...(resourceName !== undefined && { resourceName }),
      requestId,
      ...(fields.length > 0 && { fields }),
      ...(changes.length > 0 && { changes }),
    },
  };
}

export function actorOf(principal: Principal): Actor {
  return principal.kind === 'api_key'
    ? { type: 'api_key', id: principal.id, name: principal.name }
    : actorOfUser(principal.id, principal.email);
}

export function actorOfUser(id: string, email: string | undefined): Actor {
  return { type: 'user', id, name: email };
}

/** The entry of an operator's command. */
export function operatorPut(workspaceId: string, command: string, resourceId: string, now: number): Put {
  const record = { actor: { type: 'operator' }, operation: `admin ${command}`, resourceId } as const;

  return auditPut(workspaceId, record, now);
}

interface AuditedRequest {
  readonly event: APIGatewayProxyEvent;
  readonly exchange: Exchange;
  readonly services: Pick<Services, 'now'>;
}

/**
 * The audit entry of a change, for its transaction. A request that changes nothing has none, unless its operation can reach other
 * servers: then it had an effect outside.
 */
export function auditWrites(
  { method, path, needs }: Pick<Contract, 'method' | 'path' | 'needs'>,
  { event, exchange, services }: AuditedRequest,
  change: Omit<Change<unknown>, 'result'>,
  body: unknown,
): Put[] {
  const { principal, requestFields } = exchange;
  if (!principal || exchange.hasCommittedFirst || !(needs.includes('network:outbound') || hasEffect(change)))
    return [];
  const resourceId = event.pathParameters?.['id'] ?? createdId(body);
  const record = {
    actor: actorOf(principal),
    operation: `${method} ${path}`,
    resourceId,
    requestId: event.requestContext.requestId,
    fields: requestFields,
  };
  const details = hasValues(resourceTypeOf(resourceId)) ? detailsOf(record, change.before, body) : {};

  return [auditPut(principal.workspaceId, { ...record, ...details }, services.now())];
}

/** The name of the resource and its changed values. */
function detailsOf(record: AuditRecord, before: unknown, body: unknown): Partial<AuditRecord> {
  const resourceName = nameOfResource(body) ?? nameOfResource(before);
  const bytesLeft = itemBytesMax - Buffer.byteLength(JSON.stringify({ ...record, resourceName }));

  return { resourceName, changes: changedValues(before, body, record.fields ?? [], bytesLeft) };
}

/** Whether a change commits anything. */
function hasEffect({
  writes,
  events,
  retractions,
  increments,
  messages,
}: Omit<Change<unknown>, 'result'>): boolean {
  return [writes, events, retractions, increments, messages].some((list = []) => list.length > 0);
}

/** The id of a created resource, or of an import. `Object` allows the fields of a body of any type to be read. */
function createdId(body: unknown): string | undefined {
  const { importId, id = importId } = Object(body);

  return typeof id === 'string' ? id : undefined;
}
