import createClient from 'openapi-fetch';
import type { components, operations, paths } from '../../openapi/schema.d.ts';
import { fetchWhenConnected } from './connection.ts';
import { errorOf } from './errors.ts';
import { fetchInSession } from './session-gate.ts';

export type Schemas = components['schemas'];

/** The query parameters of an operation, such as `QueryOf<'activity.list'>`. */
export type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/** Operations without a credential ignore an `Idempotency-Key`, so they are not repeated after a network error. */
const pathsWithoutIdempotencyKey = new Set([
  '/auth/login',
  '/auth/reset-password',
  '/auth/accept-invitation',
]);

/**
 * The typed client of the API. The browser sends the session cookie and `Sec-Fetch-Site`, which is the service's protection
 * against cross-site requests. Pass each call to `unwrap` or `unwrapVersion`.
 */
export const api = createClient<paths>({
  // The API is one level above the dashboard: at the root of a custom domain, otherwise at the path of the stage.
  baseUrl: new URL(`${import.meta.env.BASE_URL}..`, window.location.origin).href,
  fetch: send,
  credentials: 'same-origin',
});

api.use({
  onRequest({ request, schemaPath }) {
    const hasKey = request.headers.has('Idempotency-Key');
    if (request.method !== 'GET' && !pathsWithoutIdempotencyKey.has(schemaPath) && !hasKey) {
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    }

    return request;
  },
});

/** Requests without a credential, and the sign-out, need no session. */
function send(request: Request): Promise<Response> {
  const isRepeatable = request.method === 'GET' || request.headers.has('Idempotency-Key');
  const needsSession = isRepeatable && !request.url.endsWith('/auth/logout');
  const sendConnected = (): Promise<Response> => fetchWhenConnected(request, isRepeatable);

  return needsSession ? fetchInSession(request.signal, sendConnected) : sendConnected();
}

interface Result<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a successful response. @throws ApiError */
export async function unwrap<Data>(result: Promise<Result<Data>>): Promise<Data> {
  return (await unwrapVersion(result)).value;
}

/** A resource with its `ETag`, for the `If-Match` of a later PATCH. */
export interface Version<Data> {
  readonly value: Data;
  readonly etag: string | undefined;
}

/** Returns the body of a successful response and its `ETag`. @throws ApiError */
export async function unwrapVersion<Data>(result: Promise<Result<Data>>): Promise<Version<Data>> {
  const { data, error, response } = await result;
  if (!response.ok) throw errorOf(response, error);

  return { value: data as Data, etag: response.headers.get('ETag') ?? undefined };
}
