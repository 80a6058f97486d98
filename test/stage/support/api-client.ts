import { setTimeout as delay } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../infra/openapi/schema.d.ts';
import { type Answer, bodyOf, type Page } from '../../support/answer.ts';

export type StageClient = Client<paths>;

const attemptsMax = 3;

/** A client of the published document. A rate-limited request is repeated after its window. */
export function createStageClient(baseUrl: string, headers: Readonly<Record<string, string>>): StageClient {
  return createClient<paths>({ baseUrl, headers, fetch: fetchWithinLimit });
}

async function fetchWithinLimit(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(request.clone());
    const retryAfter = response.headers.get('retry-after');
    if (response.status !== 429 || retryAfter === null || attempt === attemptsMax) return response;
    await response.body?.cancel();
    await delay(1000 * Number(retryAfter));
  }
}

/** Every element of a list, read page by page. */
export async function everyPage<Element>(
  readPage: (cursor: { readonly cursor?: string }) => Promise<Answer<Page<Element>>>,
): Promise<Element[]> {
  const elements: Element[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<Element> = bodyOf(await readPage(cursor === undefined ? {} : { cursor }));
    elements.push(...page.data);
    cursor = page.nextCursor;
  }

  return elements;
}
