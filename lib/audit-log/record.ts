import type { actorTypes } from '#lib/audit-log/entry.ts';
import { type AuditItem, auditKey } from '#lib/audit-log/items.ts';
import type { Item, Put } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import type { Principal } from '#lib/values/principal.ts';

/** The author of a change, with the name that it has at that time. */
export interface Actor {
  readonly type: (typeof actorTypes)[number];
  readonly id?: string | undefined;
  /** Name of the API key, or address of the user. */
  readonly name?: string | undefined;
}

export interface AuditRecord {
  readonly actor: Actor;
  /** Method and path of the contract, such as `PATCH /contacts/{id}`, or `admin` and the operator's command. */
  readonly operation: string;
  readonly resourceId?: string | undefined;
  /** `X-Request-Id` of the response. */
  readonly requestId?: string | undefined;
  /** Names of the fields in the request, never their values. */
  readonly fields?: readonly string[] | undefined;
}

/** The write that adds an entry to the transaction of its change, so that one commit has both. @param now epoch milliseconds */
export function auditPut(
  workspaceId: string,
  { actor, operation, resourceId, requestId, fields = [] }: AuditRecord,
  now: number,
): Put {
  const item: AuditItem & Item = {
    ...auditKey(workspaceId, newId('aud', now)),
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    operation,
    resourceId,
    requestId,
    ...(fields.length > 0 && { fields: [...fields] }),
  };

  return { put: item };
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
