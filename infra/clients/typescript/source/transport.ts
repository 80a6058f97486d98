import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  ConnectionError,
  type HttpResponse,
  IdempotencyMismatchError,
  OutreachError,
} from './errors.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Repeats of a request after 429, 5xx and failures of the connection. 5 by default. */
  readonly retries?: number;
  /** Time of one attempt. 60,000 by default. */
  readonly timeoutMs?: number;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Gets the headers of the response, such as `ETag`. */
  readonly onResponse?: (response: { readonly status: number; readonly headers: Headers }) => void;
}

export interface WriteOptions extends RequestOptions {
  /** Makes repeats by a later run of your program safe, too. A random key by default. */
  readonly idempotencyKey?: string;
}

export interface UpdateOptions extends WriteOptions {
  /** The `ETag` of the version that you have read. */
  readonly ifMatch?: string;
}

export interface Parts {
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly options?: UpdateOptions | undefined;
}

const longestRetryAfterMs = 120_000;

/** Sends requests. Each attempt of a write has the same idempotency key, so that it changes nothing twice. */
export class Transport {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  protected async send<Result>(
    method: string,
    path: string,
    { query, body, options = {} }: Parts,
  ): Promise<Result> {
    const url = new URL(this.#options.baseUrl.replace(/\/$/, '') + path);
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    const headers = new Headers({ Authorization: `Bearer ${this.#options.apiKey}` });
    if (method !== 'GET') headers.set('Idempotency-Key', idempotencyKey);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch);
    const request = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    const response = await this.#retry(url, request, options);
    const mismatch = response.headers.get('idempotency-mismatch');
    if (mismatch !== null) throw new IdempotencyMismatchError(idempotencyKey, mismatch, response.headers);
    options.onResponse?.(response);

    return response.text === '' ? (undefined as Result) : JSON.parse(response.text);
  }

  async #retry(url: URL, request: RequestInit, { signal }: RequestOptions): Promise<HttpResponse> {
    const { retries = 5 } = this.#options;
    for (let retry = 0; ; retry += 1) {
      const outcome = await this.#attempt(url, request, signal).catch((error: unknown) => {
        signal?.throwIfAborted();

        return new ConnectionError('The API did not respond.', { cause: error });
      });
      if (!(outcome instanceof Error) && outcome.status < 300) return outcome;
      const error = outcome instanceof Error ? outcome : new ApiError(outcome);
      const waitMs = retryAfterMs(outcome) ?? Math.min(30_000, 500 * 2 ** retry) * (0.5 + Math.random() / 2);
      if (!isTemporary(error) || retry >= retries || waitMs > longestRetryAfterMs) throw error;
      await sleep(waitMs, undefined, signal && { signal });
    }
  }

  async #attempt(url: URL, request: RequestInit, signal?: AbortSignal): Promise<HttpResponse> {
    const { timeoutMs = 60_000 } = this.#options;
    const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    const response = await fetch(url, { ...request, signal: AbortSignal.any(signals) });

    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

const isTemporary = (error: OutreachError): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500;

function retryAfterMs(outcome: HttpResponse | Error): number | undefined {
  const seconds = outcome instanceof Error ? null : outcome.headers.get('retry-after');

  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** A path with ids. An empty id or dots would lead to another resource. */
export function pathOf(texts: TemplateStringsArray, ...ids: readonly string[]): string {
  if (ids.some((id) => /^\.{0,2}$/.test(id))) throw new OutreachError('An id must not be empty.');

  return String.raw({ raw: texts }, ...ids.map(encodeURIComponent));
}
