import type { FunctionModel } from '../template/functions.ts';
import { type Account, requiredAccesses, type ServiceCall } from './access.ts';
import type { PartitionKeys } from './dynamodb-access.ts';
import { type Access, createPolicy, type Role } from './policy.ts';

/** The identity of a function for AWS services. Plain data, so that it can be passed to the function's threads. */
export interface Caller extends Account {
  readonly operation: string;
  readonly functionName: string;
  readonly role: Role;
}

/** A call that the function's role does not allow. */
export interface Refusal {
  readonly operation: string;
  readonly access: Access;
  /** Message in the format of the service. */
  readonly message: string;
}

export function callerOf(
  { operation, name, arn, role }: FunctionModel,
  partitionKeys: PartitionKeys,
): Caller {
  return { operation, functionName: name, role, accountId: arn.split(':')[4] ?? '', partitionKeys };
}

/** Undefined for a call that the function's role allows. @throws when the access cannot be determined */
export type PermissionCheck = (call: ServiceCall) => Refusal | undefined;

export function createPermissionCheck(caller: Caller): PermissionCheck {
  const { operation, functionName, accountId, role } = caller;
  const isAllowed = createPolicy(role.statements);
  const user = `arn:aws:sts::${accountId}:assumed-role/${role.name}/${functionName}`;

  return (call) => {
    const access = requiredAccesses(call, caller).find((each) => !isAllowed(each));
    if (access === undefined) return undefined;
    const { action, resource } = access;
    const message = `User: ${user} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

    return { operation, access, message };
  };
}

const errorType = 'AccessDenied';

/** The log line of a refused call. */
export function refusalLine({ operation, message }: Refusal): string {
  return JSON.stringify({ time: new Date().toISOString(), operation, level: 'ERROR', errorType, message });
}

/** Whether a line of the functions' log is the line of a refused call. */
export function isRefusalLine(line: string): boolean {
  return line.includes(`"errorType":"${errorType}"`);
}
