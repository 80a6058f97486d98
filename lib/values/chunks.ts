/** Splits a list into chunks of at most `size` elements, in order. */
export function chunksOf<Element>(list: readonly Element[], size: number): Element[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, chunk) =>
    list.slice(chunk * size, (chunk + 1) * size),
  );
}
