import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientSettings, withoutSdkLog } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { dynamoTable } from '#lib/storage/dynamo-table.ts';
import type { Table } from '#lib/storage/table.ts';

/** The services of every function. Functions that need more declare them as ports. */
export interface Services {
  readonly table: Table;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Evaluates `make` at first use and keeps the value for the life of the container. A failure is not kept. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;

  return () => {
    made ??= { value: make() };

    return made.value;
  };
}

export const dynamoClient = once(() => withoutSdkLog(new DynamoDBClient(clientSettings)));

/** The services of this container, created at first use. */
export const services = once(newServices);

/** New services, not shared with other callers: their table combines only their own reads. Tests use them. */
export function newServices(): Services {
  return {
    table: dynamoTable(dynamoClient(), readConfig('table:read').TABLE_NAME),
    now: () => Date.now(),
  };
}

/**
 * Additional services of one function, created from the basic ones. A function declares them itself, so that other bundles do
 * not include them.
 */
export type Ports = Readonly<Record<string, (services: Services) => unknown>>;

export type Connected<P extends Ports> = Services & { readonly [Name in keyof P]: ReturnType<P[Name]> };

/** Creates the additional services of a function and adds them to the basic ones. */
export function connect<P extends Ports>(services: Services, ports: P | undefined): Connected<P> {
  const portServices = Object.entries(ports ?? {}).map(([name, make]) => [name, make(services)]);

  // Object.fromEntries loses the relation between names and value types.
  return { ...services, ...Object.fromEntries(portServices) } as Connected<P>;
}
