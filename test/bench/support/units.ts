import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';

/** DynamoDB's request units: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html */
export interface Units {
  readonly read: number;
  readonly write: number;
}

const Capacity = z.object({ CapacityUnits: z.number() });
const Answer = z.object({ ConsumedCapacity: z.union([Capacity, z.array(Capacity)]) });
const Transaction = z.object({ TransactItems: z.array(z.unknown()) });

const readCommands = ['BatchGetItemCommand', 'QueryCommand'];
const unitBytes = 1024;

/** @throws when the response does not report its consumed capacity. */
export function capacityOf(commandName: string, output: unknown): Units {
  const { ConsumedCapacity: consumed } = Answer.parse(output);
  const units = [consumed].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);

  return readCommands.includes(commandName) ? { read: units, write: 0 } : { read: 0, write: units };
}

/**
 * A refused write reports no capacity and costs as much as a successful one: the item's size, rounded up, and
 * twice that per item of a transaction.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.ConditionalUpdate
 */
export function failureUnits(error: unknown, input: unknown): Units {
  if (error instanceof ConditionalCheckFailedException) {
    const bytes = Buffer.byteLength(JSON.stringify(error.Item ?? {}));

    return { read: 0, write: Math.max(1, Math.ceil(bytes / unitBytes)) };
  }
  if (error instanceof TransactionCanceledException) {
    return { read: 0, write: 2 * Transaction.parse(input).TransactItems.length };
  }

  return { read: 0, write: 0 };
}
