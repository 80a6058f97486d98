import { randomUUID } from 'node:crypto';
import { actorOfUser, auditPut } from '#lib/audit-log/record.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Contract } from '#lib/http/contract.ts';
import type { Role } from '#lib/values/role.ts';
import { isRecord } from '../../template/intrinsics.ts';
import type { World } from '../world.ts';

/** What a user did, for the audit log. */
export interface Action {
  /** The operation that a user called. */
  readonly route: Pick<Contract, 'method' | 'path'>;
  /** The body of the request; the audit log lists its fields. */
  readonly fields?: object;
  /** Defaults to the id of the result. */
  readonly resourceId?: string;
}

/** Commits a user's change with its audit entry, as the endpoint of the operation does. */
export async function commitAsUser<Result>(
  world: World,
  role: Role,
  { route, fields = {}, resourceId }: Action,
  change: Change<Result>,
): Promise<Result> {
  const { services, workspaceId, users } = world;
  const user = users.get(role);
  if (!user) throw new Error(`the history has no ${role} yet`);
  const id = isRecord(change.result) ? change.result['id'] : undefined;
  const audit = auditPut(
    workspaceId,
    {
      actor: actorOfUser(user.id, user.email),
      operation: `${route.method} ${route.path}`,
      resourceId: resourceId ?? (typeof id === 'string' ? id : undefined),
      requestId: randomUUID(),
      fields: Object.keys(fields),
    },
    services.now(),
  );
  await commit(services, workspaceId, change, [audit]);

  return change.result;
}
