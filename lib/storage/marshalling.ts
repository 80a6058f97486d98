import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item, Key } from '#lib/storage/table.ts';

/** An item or key in DynamoDB's encoding, with the type of each value: `{ S: 'text' }`. */
export type Marshalled = Record<string, AttributeValue>;

/**
 * Undefined attributes are omitted. `convertClassInstanceToMap` is needed because the marshaller mistakes an object with a
 * field `constructor` for a class instance, and callers choose field names.
 */
const options = { removeUndefinedValues: true, convertClassInstanceToMap: true } as const;

export function marshalledItem(item: Item): Marshalled {
  return marshall(item, options);
}

export function marshalledValues(values: Readonly<Record<string, unknown>>): Marshalled {
  return marshall(values, options);
}

export function marshalledKey({ pk, sk }: Key): Marshalled {
  return marshall({ pk, sk });
}

/** Undefined if DynamoDB returned no attributes. */
export function toItem(attributes: Marshalled | undefined): Item | undefined {
  return attributes && Object.keys(attributes).length > 0 ? requireItem(attributes) : undefined;
}

/** @throws if the attributes have no key */
export function requireItem(attributes: Marshalled): Item {
  const { pk, sk, ...rest } = unmarshall(attributes);
  if (typeof pk !== 'string' || typeof sk !== 'string')
    throw new Error('DynamoDB returned an item without its key');

  return { pk, sk, ...rest };
}
