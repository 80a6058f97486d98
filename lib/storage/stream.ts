import { type Marshalled, toItem } from '#lib/storage/marshalling.ts';
import type { Item } from '#lib/storage/table.ts';

/** Converts a stream image to an item. The encoding is the table's; only Lambda's type differs. */
export function itemFromStream(image: unknown): Item | undefined {
  return image === undefined ? undefined : toItem(image as Marshalled);
}
