import { request } from 'node:http';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

export interface RawResponse {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly bytes: Buffer;
}

/** `fetch` would normalise paths and join headers. */
export function sendRaw(
  baseUrl: string,
  method: string,
  path: string,
  headers: Headers = {},
  body?: string | Buffer,
): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl);
  const outgoing = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );

  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, method, path, headers: outgoing, agent: false },
      async (response) => {
        const bytes = Buffer.concat(await response.toArray());
        resolve({
          status: response.statusCode,
          headers: response.headers,
          text: bytes.toString(),
          bytes,
        });
      },
    );
    call.on('error', reject).end(body);
  });
}
