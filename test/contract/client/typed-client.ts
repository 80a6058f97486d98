import createClient, { type Client } from 'openapi-fetch';
import { expectDocumented, operationIdAt } from '../../support/documented.ts';
import { newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import type { paths } from './schema.d.ts';

export interface Customer {
  readonly api: Client<paths>;
  readonly workspace: Workspace;
}

/** A customer who wrote a program against the published document, over HTTP. Every answer must be as documented. */
export async function newCustomer(): Promise<Customer> {
  const { baseUrl } = useStack();
  const workspace = await newWorkspace();
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${workspace.apiKey}` } });
  api.use({
    async onResponse({ request, response, schemaPath }) {
      const text = await response.clone().text();
      const headers = Object.fromEntries(response.headers);
      const isJson = headers['content-type'] === 'application/json';
      expectDocumented(operationIdAt(request.method, schemaPath), {
        status: response.status,
        headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : undefined,
      });
    },
  });

  return { api, workspace };
}

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer's body. @throws for an answer that is no success */
export function succeeded<Data>({ data, error, response }: Answer<Data>): NonNullable<Data> {
  if (!response.ok || data === undefined || data === null) {
    throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  }

  return data;
}

interface Page<Element> {
  readonly data: Element[];
  readonly nextCursor: string | null;
}

/** Every element of a list, page by page. */
export async function readAll<Element>(
  readPage: (cursor: { cursor?: string }) => Promise<Answer<Page<Element>>>,
): Promise<Element[]> {
  const elements: Element[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Element> = succeeded(await readPage(cursor === '' ? {} : { cursor }));
    elements.push(...page.data);
    cursor = page.nextCursor;
  }

  return elements;
}
