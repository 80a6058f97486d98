import { inject } from 'vitest';
import type { Caller } from '../../infra/local/iam/judge.ts';

declare module 'vitest' {
  interface ProvidedContext {
    callers: readonly Caller[];
    /** What the template calls the resources that functions find by their variables. */
    resourceNames: Readonly<Record<string, string>>;
  }
}

/** A function of the synthesised template, with its role. */
export function callerOf(operation: string): Caller {
  const caller = inject('callers').find((each) => each.operation === operation);
  if (!caller) throw new Error(`the template has no function for ${operation}`);

  return inPresentNames(caller);
}

/** A test may have a table, queues and schedules of its own: what is granted on the template's is granted on those. */
function inPresentNames(caller: Caller): Caller {
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
