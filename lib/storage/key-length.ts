import type { Query, Write } from '#lib/storage/table.ts';

/** In bytes of UTF-8: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
export const partitionKeyBytesMax = 2048;
export const sortKeyBytesMax = 1024;

/**
 * A key that the table cannot hold. Keys are made of text whose length schemas limit, so one that is too long is a fault
 * of the program: it is refused before any call, and no other item of the same call is refused with it.
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
export function checkQuery({ pk, sk = {} }: Query): void {
  checkLength('pk', pk, true);
  for (const bound of Object.values(sk)) checkLength('sk', bound, false);
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
  // A UTF-16 unit has at most three bytes: most keys need not be counted.
  if (text.length * 3 <= bytesMax) return;
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesMax) throw new KeyTooLong(name, bytes, bytesMax);
}
