import type { Query, Write } from '#lib/storage/table.ts';

/** In bytes of UTF-8: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
export const partitionKeyBytesMax = 2048;
export const sortKeyBytesMax = 1024;

/**
 * Thrown for a key that is longer than DynamoDB allows. Schemas limit the text in keys, so this is a bug. The check runs
 * before the request, so that one long key does not fail the other items of the request.
 */
export class KeyTooLong extends Error {
  override readonly name = 'KeyTooLong';

  constructor(attribute: string, bytes: number, bytesMax: number) {
    super(`${attribute} has ${bytes} bytes; the table holds at most ${bytesMax}`);
  }
}

/** The key attributes of the table and of its indexes: `pk`, `sk`, `gsi1pk`, … */
const keyAttribute = /^(?:gsi\d)?([ps])k$/;

/** @throws KeyTooLong */
export function checkKeys(attributes: object): void {
  for (const [name, value] of Object.entries(attributes)) {
    const kind = typeof value === 'string' ? keyAttribute.exec(name)?.[1] : undefined;
    if (kind !== undefined) checkLength(name, String(value), kind === 'p');
  }
}

/** @throws KeyTooLong */
export function checkQuery({ pk, sk }: Query): void {
  checkLength('pk', pk, true);
  for (const bound of Object.values(sk ?? {})) checkLength('sk', bound, false);
}

/** @throws KeyTooLong */
export function checkWrite(write: Write): void {
  if ('put' in write) checkKeys(write.put);
  else if ('update' in write) {
    checkKeys(write.update);
    checkKeys(write.set ?? {});
  } else checkKeys('delete' in write ? write.delete : write.check);
}

function checkLength(name: string, text: string, isPartition: boolean): void {
  const bytesMax = isPartition ? partitionKeyBytesMax : sortKeyBytesMax;
  // A UTF-16 unit has at most three bytes in UTF-8, so most keys need no exact count.
  if (text.length * 3 <= bytesMax) return;
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesMax) throw new KeyTooLong(name, bytes, bytesMax);
}
