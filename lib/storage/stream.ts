import { type Marshalled, toItem } from '#lib/storage/marshalling.ts';
import type { Item } from '#lib/storage/table.ts';

/** An item as a stream record carries it: the same encoding as the table's, but for what Lambda's own types call it. */
export function itemFromStream(image: unknown): Item | undefined {
  return image === undefined ? undefined : toItem(image as Marshalled);
}
