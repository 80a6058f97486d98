import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServiceCall } from '../../infra/local/iam/access.ts';
import { guardCalls } from '../../infra/local/iam/call-guard.ts';
import {
  type Caller,
  createPermissionCheck,
  type PermissionCheck,
  type Refusal,
} from '../../infra/local/iam/permission-check.ts';
import { callerOf } from './callers.ts';

const current = new AsyncLocalStorage<PermissionCheck>();
const permissionChecks = new Map<string, PermissionCheck>();
const refusals: Refusal[] = [];
/** Handler calls that have not ended. */
const running = new Set<{ readonly check: PermissionCheck }>();

/** Wraps a handler. It may then call only what its function's role allows, as in a thread of the stack. */
export function asOperation<Arguments extends unknown[], Answer>(
  operation: string,
  handle: (...parameters: Arguments) => Answer,
): (...parameters: Arguments) => Answer {
  return (...parameters) => {
    const check = current.getStore() ?? permissionCheckOf(operation);
    const call = { check };
    running.add(call);
    const answer = current.run(check, () => handle(...parameters));
    const end = () => running.delete(call);
    Promise.resolve(answer).then(end, end);

    return answer;
  };
}

/** Runs `work` and the handlers that it calls with another role, such as a role without a permission. */
export function asCaller<Answer>(caller: Caller, work: () => Answer): Answer {
  return current.run(createPermissionCheck(caller), work);
}

/** Returns and removes the refusals since the last call. A test fails if it leaves refusals. */
export function takeRefusals(): Refusal[] {
  return refusals.splice(0);
}

export function checkFunctionCalls(): void {
  guardCalls({ currentPermissionCheck: currentCheck, onRefusal: (refusal) => refusals.push(refusal) });
}

/**
 * Functions share a process here, and with it the batched reads of one tick. So each key of a batch may be read by any running
 * function.
 */
function currentCheck(): PermissionCheck | undefined {
  const ownCheck = current.getStore();

  return (
    ownCheck &&
    ((call) => {
      const refusal = ownCheck(call);
      const isShared = [...running].some(({ check }) => check !== ownCheck);
      if (!refusal || !isShared || call.operation !== 'BatchGetItem') return refusal;
      const isAllowed = (part: ServiceCall) => [...running].some(({ check }) => !check(part));

      return readsOf(call).every(isAllowed) ? undefined : refusal;
    })
  );
}

/** A batch as reads of one key each. */
function readsOf(call: ServiceCall): ServiceCall[] {
  const { RequestItems }: { RequestItems: Record<string, { Keys: object[] }> } = JSON.parse(call.body);

  return Object.entries(RequestItems).flatMap(([table, { Keys }]) =>
    Keys.map((key) => ({ ...call, body: JSON.stringify({ RequestItems: { [table]: { Keys: [key] } } }) })),
  );
}

function permissionCheckOf(operation: string): PermissionCheck {
  const id = `${operation} ${process.env['TABLE_NAME']}`;
  const judge = permissionChecks.get(id) ?? createPermissionCheck(callerOf(operation));
  permissionChecks.set(id, judge);

  return judge;
}
