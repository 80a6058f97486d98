import { randomInt } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import type { Contract } from '#lib/http/contract.ts';
import { endpoints, type Operation } from '#lib/operations.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { readWorkspace } from './table-dump.ts';
import { validRequests } from './valid-requests.ts';

export type Endpoint = Operation<Contract>;

export const guarded: readonly Endpoint[] = endpoints.filter(
  ({ definition }) => definition.auth === 'credential',
);
export const writes = guarded.filter(({ definition }) => definition.method !== 'GET');
export const reads = guarded.filter(({ definition }) => definition.method === 'GET');

/** One endpoint in its own workspace. One request to it would succeed there. */
export interface Subject {
  readonly workspace: Workspace;
  readonly valid: TestRequest;
  /**
   * Sends the valid request with this key and with changes. Each request has its own source address, and the
   * response must match the document.
   */
  send(apiKey: string | undefined, changes?: Partial<TestRequest>): Promise<TestReply>;
}

export async function subjectOf(endpoint: Endpoint): Promise<Subject> {
  const workspace = await newWorkspace();
  const handler = await handlerOf(endpoint);
  const make = validRequests[endpoint.name];
  if (!make) throw new Error(`test/api/support/valid-requests.ts lacks ${endpoint.name}`);
  const valid: TestRequest = {
    method: endpoint.definition.method,
    ...(await make(workspace.workspaceId)),
  };

  return {
    workspace,
    valid,
    async send(apiKey, changes = {}) {
      const reply = await call(handler, {
        ...valid,
        sourceIp: uniqueSourceAddress(),
        ...(apiKey !== undefined && { apiKey }),
        ...changes,
        headers: { ...valid.headers, ...changes.headers },
      });
      // A response to HEAD has no body, which the document describes for GET.
      if (changes.method !== 'HEAD') expectDocumented(endpoint.name, reply);

      return reply;
    },
  };
}

async function handlerOf({ file }: { readonly file: string }): Promise<EndpointHandler> {
  const { handler } = await import(pathToFileURL(file).href);

  return handler;
}

/** Different addresses, so that callers without a credential do not share a rate-limit window. */
export function uniqueSourceAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/** Error format of the specification, section 7, with the headers of section 8. */
export function expectProblem(reply: TestReply, status: number, code: string): void {
  expect(reply.body).toEqual({
    error: {
      code,
      message: expect.stringMatching(/./),
      ...(status === 422 && {
        details: expect.arrayContaining([
          { path: expect.any(String), rule: expect.any(String), message: expect.any(String) },
        ]),
      }),
      requestId: reply.headers['x-request-id'],
    },
  });
  expect(reply.status).toBe(status);
  expectHeaders(reply);
}

export function expectHeaders({ headers }: TestReply): void {
  expect(headers).toMatchObject({
    'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
    'x-request-id': expect.stringMatching(/./),
  });
  expectSecurityHeaders(headers);
}

/** The headers that the OWASP REST Security Cheat Sheet requires in every response. */
function expectSecurityHeaders(headers: TestReply['headers']): void {
  expect(headers).toMatchObject({
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}$/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/s),
    'referrer-policy': expect.stringMatching(/^no-referrer$/),
    'cache-control': expect.stringMatching(/./),
  });
}

export async function expectNothingWritten<Result>(
  { workspace }: Pick<Subject, 'workspace'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const before = await readWorkspace(workspace.workspaceId);
  const result = await act();
  expect(await readWorkspace(workspace.workspaceId)).toEqual(before);

  return result;
}
