import type * as z from 'zod/mini';
import type { EndpointCapability } from '#lib/runtime/capabilities.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { EventKind } from '#lib/values/event-kind.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type SuccessStatus = 200 | 201 | 202 | 204 | 302;

/** Headers that a use case may set. */
export type ReplyHeader = 'Cache-Control' | 'Content-Security-Policy' | 'ETag' | 'Referrer-Policy';

type Schema = z.ZodMiniType;

/**
 * `credential`: an API key or a session; `session`: a session only; `none`: public; `link`: public, at an address that this
 * service has written into a mail. Of a link only the token in its path is looked at, its answers are for people and mail
 * programs, and a GET answers HEAD too.
 */
export type Auth = 'credential' | 'session' | 'none' | 'link';

/**
 * Everything the world needs to know of one endpoint, as plain data: the shell validates by it, the infrastructure
 * deploys by it, the document describes by it. Importing a contract connects to nothing and reads no variable.
 */
export interface Contract<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Responses extends Partial<Record<SuccessStatus, Schema>> = Partial<Record<SuccessStatus, Schema>>,
  Caller extends Auth = Auth,
> {
  readonly method: Method;
  /** As in the specification, with `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly auth: Caller;
  readonly needs: readonly EndpointCapability[];
  /** The events that its changes may cause. `infra/openapi/prose/event-table.ts` says which change emits them. */
  readonly emits?: readonly EventKind[];
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** A request without a body is one with `{}`, or with no bytes. */
  readonly bodyIsOptional?: true;
  readonly responses: Responses;
  /**
   * The path of the GET endpoint that reads what a 201 created or a 202 continues, with fields of the response in braces. Omit it
   * where no endpoint reads it: the response has no Location then.
   */
  readonly location?: string;
  /** Media types whose bodies reach the handler as bytes: the only ones, unless there is a `body` too. */
  readonly rawBodyTypes?: readonly string[];
  /** The parts of a `multipart/form-data` body, for the document: the handler takes them apart by itself. */
  readonly form?: Schema;
  /** Largest accepted body, in bytes after base64 decoding. Default 1 MB. */
  readonly bodyBytesMax?: number;
  /** Largest body after decompression. Only a contract that has it accepts gzip bodies. */
  readonly decodedBytesMax?: number;
  /**
   * Media type of a successful reply when it is not `application/json`; its body is then text, sent as it is, or a picture
   * in base64.
   */
  readonly produces?: 'text/html; charset=utf-8' | 'image/gif';
  /** Headers of a successful reply beyond those that every reply has. */
  readonly replyHeaders?: readonly 'ETag'[];
  /** A browser is led here by another site: its answers are pages for a person, and so are problems. */
  readonly forPeople?: true;
  /** A success shows a resource with its `updatedAt`, so it has an ETag. A PATCH accepts If-Match. */
  readonly isVersioned?: true;
  /** Beyond the specification; `x-extension` in the document. */
  readonly extension?: true;
  /** The answer shows a secret once: its stored copy is sealed with a key that only the caller holds. */
  readonly revealsSecret?: true;
  /**
   * The body holds a secret: what is kept of it to recognise a repeat is worth nothing without the caller's credential. To
   * another session of the same user a repeat looks like one with another body.
   */
  readonly takesSecret?: true;
  /**
   * Calls a foreign server before it commits: of several requests under one Idempotency-Key only one calls it, and the others wait
   * for its response.
   */
  readonly callsForeignServer?: true;
  /** Default 512. */
  readonly memoryMb?: number;
  /** The answer sets the session cookie, so other sites may not ask for it: they could log a browser in as somebody else. */
  readonly startsSession?: true;
  /** Of a public endpoint, for each source address, in a window of its own. Default: 100 over all public endpoints. */
  readonly requestsPerMinute?: number;
  /**
   * Of a link, from all callers together; the gateway keeps it. Addresses are not counted here: the proxies of mail programs
   * fetch for millions of people from a few of them.
   */
  readonly requestsPerSecond?: number;
  /**
   * Holds its instance for long: it waits for foreign servers, or works for seconds. Limits how many of its requests one
   * workspace has in flight, see `lib/http/in-flight.ts`. Required of every endpoint that connects to foreign servers.
   */
  readonly slow?: { readonly inFlightPerWorkspace: number };
  readonly metrics?: readonly LogMetric[];
}

/** The methods that a contract's function answers. */
export function methodsOf({ auth, method }: Pick<Contract, 'auth' | 'method'>): (Method | 'HEAD')[] {
  return auth === 'link' && method === 'GET' ? [method, 'HEAD'] : [method];
}

/** Requests that were answered although their rate window could not be written. */
const requestsUncounted: LogMetric = {
  name: 'RequestsUncounted',
  where: { message: 'the rate limiter failed open' },
  // A single one is a write that took too long; ten are a limit that does not hold.
  alarm: { threshold: 10, impact: 'public endpoints and attempts to log in are not rate-limited' },
};

/** All that is read from the log of a contract's function: its own, and what counting by addresses adds. */
export function metricsOf({ auth, metrics = [] }: Pick<Contract, 'auth' | 'metrics'>): readonly LogMetric[] {
  // Links are not counted by addresses.
  return auth === 'link' ? metrics : [...metrics, requestsUncounted];
}

export const bodyBytesMaxDefault = 1_000_000;

/** Keeps the literal types of a contract, so that replies are checked against `responses` when compiling. */
export function contract<
  const Params extends Schema | undefined,
  const Query extends Schema | undefined,
  const Body extends Schema | undefined,
  const Responses extends Partial<Record<SuccessStatus, Schema>>,
  const Caller extends Auth,
>(
  definition: Contract<Params, Query, Body, Responses, Caller>,
): Contract<Params, Query, Body, Responses, Caller> {
  return definition;
}
