import * as z from 'zod/mini';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ApiClient {
  /** @returns the body of the response */
  send(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<unknown>;
  get<Schema extends z.ZodMiniType>(schema: Schema, path: string): Promise<z.output<Schema>>;
  post<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<z.output<Schema>>;
  /** All elements of a list, read page by page. */
  readAll<Schema extends z.ZodMiniType>(schema: Schema, path: string): Promise<z.output<Schema>[]>;
}

interface ApiOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Waits until the rate-limit window is over. */
  readonly waitSeconds: (seconds: number) => Promise<void>;
}

/** A client of the public API over HTTP. Every call throws unless the response is successful. */
export function apiClient({ baseUrl, apiKey, waitSeconds }: ApiOptions): ApiClient {
  const send: ApiClient['send'] = async (method, path, body, headers = {}) => {
    for (;;) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return text === '' ? undefined : JSON.parse(text);
      if (response.status !== 429) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      await waitSeconds(Number(response.headers.get('retry-after')));
    }
  };

  return {
    send,
    get: async (schema, path) => z.parse(schema, await send('GET', path)),
    post: async (schema, path, body, headers) => z.parse(schema, await send('POST', path, body, headers)),
    async readAll(schema, path) {
      const page = z.object({ data: z.array(schema), nextCursor: z.nullable(z.string()) });
      const all: z.output<typeof schema>[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = new URLSearchParams({ limit: '100', ...(cursor !== '' && { cursor }) });
        const { data, nextCursor } = page.parse(
          await send('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`),
        );
        all.push(...data);
        cursor = nextCursor;
      }

      return all;
    },
  };
}
