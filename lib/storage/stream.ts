import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '#lib/storage/table.ts';

/** An item as a stream record carries it: the same encoding as the table's, but for what Lambda's own types call it. */
export function itemFromStream(image: unknown): Item | undefined {
  if (image === undefined || image === null) return undefined;
  const { pk, sk, ...rest } = unmarshall(image as Record<string, AttributeValue>);

  return typeof pk === 'string' && typeof sk === 'string' ? { pk, sk, ...rest } : undefined;
}
