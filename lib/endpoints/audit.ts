import type { APIGatewayProxyEvent } from 'aws-lambda';
import { actorOf, auditPut } from '#lib/audit-log/record.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Contract } from '#lib/http/contract.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { Put } from '#lib/storage/table.ts';

interface AuditedRequest {
  readonly event: APIGatewayProxyEvent;
  readonly exchange: Exchange;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The audit entry of a change, for its transaction. A request that changes nothing has none. */
export function auditWrites(
  { method, path }: Pick<Contract, 'method' | 'path'>,
  { event, exchange, now }: AuditedRequest,
  change: Omit<Change<unknown>, 'result'>,
  body: unknown,
): Put[] {
  const { principal, requestFields } = exchange;
  if (!principal || !hasEffect(change)) return [];
  const record = {
    actor: actorOf(principal),
    operation: `${method} ${path}`,
    resourceId: event.pathParameters?.['id'] ?? createdId(body),
    requestId: event.requestContext.requestId,
    fields: requestFields,
  };

  return [auditPut(principal.workspaceId, record, now)];
}

/** Whether a change commits anything. */
function hasEffect({
  writes,
  events,
  retractions,
  increments,
  messages,
}: Omit<Change<unknown>, 'result'>): boolean {
  return [writes, events, retractions, increments, messages].some(
    (list) => list !== undefined && list.length > 0,
  );
}

/** The id of a created resource, or of an import. `Object` allows the fields of a body of any type to be read. */
function createdId(body: unknown): string | undefined {
  const { importId, id = importId } = Object(body);

  return typeof id === 'string' ? id : undefined;
}
