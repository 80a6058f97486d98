import { expect } from 'vitest';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { call } from '../../support/call.ts';

interface List {
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly limit: number;
  readonly query?: Readonly<Record<string, string>>;
  /** The field with the id of an element; default `id`. */
  readonly idField?: string;
}

/**
 * The ids of all pages of a list, page by page. Fails on a page that is empty, too long, or inconsistent with
 * its end.
 */
export async function walkPages(
  handler: EndpointHandler,
  { path, params, apiKey, limit, query = {}, idField = 'id' }: List,
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await call(handler, {
      method: 'GET',
      path,
      ...(params && { params }),
      apiKey,
      query: { ...query, limit: String(limit), ...(cursor !== null && { cursor }) },
    });
    expect(status).toBe(200);
    expect(body.hasMore).toBe(body.nextCursor !== null);
    expect(body.data.length).toBeLessThanOrEqual(limit);
    if (cursor !== null) expect(body.data.length).toBeGreaterThan(0);
    pages.push(body.data.map((element: Record<string, string>) => element[idField]));
    cursor = body.nextCursor;
  } while (cursor !== null);

  return pages;
}

/** Ids sort by creation time. */
export function newestFirst(ids: readonly string[]): string[] {
  return [...ids].sort().reverse();
}

export function pathsOf({ body }: { readonly body: { error: { details: { path: string }[] } } }): string[] {
  return body.error.details.map(({ path }) => path);
}
