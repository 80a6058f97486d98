import { inject } from 'vitest';
import type { Caller } from '../../infra/local/iam/permission-check.ts';

declare module 'vitest' {
  interface ProvidedContext {
    callers: readonly Caller[];
    /** The template's resource names, by the environment variables of functions. */
    resourceNames: Readonly<Record<string, string>>;
  }
}

/** The identity of a function in the synthesised template, with its role. */
export function callerOf(operation: string): Caller {
  const caller = inject('callers').find((each) => each.operation === operation);
  if (!caller) throw new Error(`the template has no function for ${operation}`);

  return withCurrentNames(caller);
}

/**
 * A test may have its own table, queues and schedules: permissions on the template's resources apply to
 * these.
 */
function withCurrentNames(caller: Caller): Caller {
  const { role, partitionKeys } = caller;
  const renamed = new Map(
    Object.entries(inject('resourceNames')).map(([variable, name]) => [
      name,
      process.env[variable]?.split('/').at(-1) ?? name,
    ]),
  );
  const rename = (text: string) =>
    text
      .split(/([:/])/)
      .map((part) => renamed.get(part) ?? part)
      .join('');

  return {
    ...caller,
    partitionKeys: Object.fromEntries(
      Object.entries(partitionKeys).map(([place, key]) => [rename(place), key]),
    ),
    role: {
      ...role,
      statements: role.statements.map((each) => ({ ...each, resources: each.resources.map(rename) })),
    },
  };
}
