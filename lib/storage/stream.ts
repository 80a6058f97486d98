import { type Marshalled, toItem } from '#lib/storage/marshalling.ts';
import type { Item } from '#lib/storage/table.ts';

/**
 * Converts the image of a stream record to an item. It has the encoding of the table's items, although Lambda's type of it
 * differs from the SDK's. A record without an image, such as a removal, gives undefined.
 */
export function itemFromStream(image: unknown): Item | undefined {
  return image === undefined ? undefined : toItem(image as Marshalled);
}
