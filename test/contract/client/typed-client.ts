import createClient, { type Client } from 'openapi-fetch';
import { expect } from 'vitest';
import type { paths } from '../../../infra/openapi/schema.d.ts';
import { type Answer, bodyOf, type Page } from '../../support/answer.ts';
import { expectDocumented, operationIdAt } from '../../support/documented.ts';
import { newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import type { TestUser } from '../../support/users.ts';

export interface Customer {
  readonly api: Client<paths>;
  readonly workspace: Workspace;
}

/** Shared by all customers of this process. */
export const operationsCalled = new Set<string>();

/**
 * A customer with a program that is written against the published document, over HTTP. Every response must
 * match the document.
 */
export async function newCustomer(): Promise<Customer> {
  const { baseUrl } = useStack();
  const workspace = await newWorkspace();
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${workspace.apiKey}` } });
  api.use({
    async onResponse({ request, response, schemaPath }) {
      const text = await response.clone().text();
      const headers = Object.fromEntries(response.headers);
      const isJson = headers['content-type'] === 'application/json';
      const operationId = operationIdAt(request.method, schemaPath);
      operationsCalled.add(operationId);
      expectDocumented(operationId, {
        status: response.status,
        headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : undefined,
      });
    },
  });

  return { api, workspace };
}

/** A session of a user. @returns the response, and the headers of a page's requests with its cookie */
export async function logIn({ api }: Customer, { email, password }: Pick<TestUser, 'email' | 'password'>) {
  const opened = await api.POST('/auth/login', { body: { email, password } });
  const headers = {
    Authorization: null,
    Cookie: opened.response.headers.get('Set-Cookie')?.split(';')[0],
    'Sec-Fetch-Site': 'same-origin',
  };

  return { session: bodyOf(opened), headers };
}

/** Every element of a list, with two per page. */
export async function readAll<Element>(
  readPage: (query: { limit: number; cursor?: string }) => Promise<Answer<Page<Element>>>,
): Promise<Element[]> {
  const limit = 2;
  const elements: Element[] = [];
  let query: { limit: number; cursor?: string } | undefined = { limit };
  while (query) {
    const { data, nextCursor }: Page<Element> = bodyOf(await readPage(query));
    expect(data.length).toBeLessThanOrEqual(limit);
    elements.push(...data);
    query = nextCursor === null ? undefined : { limit, cursor: nextCursor };
  }

  return elements;
}
