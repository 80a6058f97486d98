import { parseMaxResults } from './schedule-input.ts';

/** One page of a list, sorted by key. The page token is the last key of the preceding page. */
export function listPage<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  query: URLSearchParams,
) {
  const size = parseMaxResults(query.get('MaxResults'));
  const after = Buffer.from(query.get('NextToken') ?? '', 'base64url').toString();
  const sorted = items.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  const rest = sorted.filter((item) => keyOf(item) > after);
  const page = rest.slice(0, size);
  const last = page.at(-1);
  const hasMore = rest.length > page.length && last !== undefined;

  return { items: page, nextToken: hasMore ? Buffer.from(keyOf(last)).toString('base64url') : undefined };
}
