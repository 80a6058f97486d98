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
