import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServiceInputTypes } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { eventPrefix } from '#lib/commit/items.ts';
import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { endpoints, workers } from '#lib/operations.ts';
import { dynamoClient } from '#lib/runtime/services.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item } from '#lib/storage/table.ts';

export interface Emission {
  readonly operation: string;
  readonly kind: string;
  /** The payload that webhooks receive. */
  readonly payload: string;
}

const currentOperation = new AsyncLocalStorage<string>();
const emissions: Emission[] = [];
const operationsRun = new Set<string>();

/** Attributes all commits of `work` to the operation. Do not nest calls with the same operation. */
export function runAs<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
  operationsRun.add(operation);

  return currentOperation.run(operation, work);
}

/**
 * Records every outbox item that this process commits, with the operation that is running. Items that tests
 * create outside an operation are not recorded.
 */
export function watchEmissions(): {
  readonly emissions: readonly Emission[];
  readonly performed: Set<string>;
} {
  dynamoClient().middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const operation = currentOperation.getStore();
      if (operation !== undefined) emissions.push(...emissionsIn(operation, putsOf(args.input)));

      return result;
    },
    { step: 'initialize', priority: 'low', name: 'watchEmissions' },
  );

  return { emissions, performed: operationsRun };
}

function putsOf(input: ServiceInputTypes): Item[] {
  const writes = 'TransactItems' in input ? (input.TransactItems ?? []) : [];

  return writes.flatMap((write) => {
    if (!('Put' in write) || !write.Put?.Item) return [];
    const { pk, sk, ...attributes } = unmarshall(write.Put.Item);

    return [{ pk: String(pk), sk: String(sk), ...attributes }];
  });
}

function emissionsIn(operation: string, puts: readonly Item[]): Emission[] {
  return puts
    .filter(({ pk }) => pk.startsWith(outboxPrefix))
    .flatMap((item) => OutboxItem.parse(item).events)
    .map(({ id, type: kind }) => {
      const line = puts.find(({ sk }) => sk === `${eventPrefix}${id}`);

      return { operation, kind, payload: String(line?.['payload']) };
    });
}

/** Unique lines such as `contacts.create contact.created`. */
export function pairsOf(found: readonly Pick<Emission, 'operation' | 'kind'>[]): string[] {
  return [...new Set(found.map(({ operation, kind }) => `${operation} ${kind}`))].sort();
}

export const declared: readonly Pick<Emission, 'operation' | 'kind'>[] = [...endpoints, ...workers].flatMap(
  ({ name: operation, definition }) => (definition.emits ?? []).map((kind) => ({ operation, kind })),
);
