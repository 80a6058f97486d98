import type * as z from 'zod/mini';
import type { EventKind } from '#lib/activity/event.ts';
import type { Capability } from '#lib/runtime/capabilities.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type SuccessStatus = 200 | 201 | 202 | 204;

export type ReplyHeader = 'Cache-Control' | 'Content-Security-Policy' | 'ETag';

type Schema = z.ZodMiniType;

/** `credential`: an API key or a session; `session`: a session only; `none`: public. */
export type Auth = 'credential' | 'session' | 'none';

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
  readonly needs: readonly Capability[];
  /** The events that its changes may cause. When they do is told in `infra/openapi/prose/event-sources.ts`. */
  readonly emits?: readonly EventKind[];
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** A request without a body is one with `{}`. */
  readonly bodyIsOptional?: true;
  readonly responses: Responses;
  /** Media types accepted besides `application/json`; their bodies reach the handler as bytes. */
  readonly rawBodyTypes?: readonly string[];
  /** Largest accepted body, in bytes after base64 decoding. Default 1 MB. */
  readonly bodyBytesMax?: number;
  /** Media type of a successful reply when it is not `application/json`; its body is then text, sent as it is. */
  readonly produces?: 'text/html; charset=utf-8';
  /** Headers of a successful reply beyond those that every reply has. */
  readonly replyHeaders?: readonly ReplyHeader[];
  /** Beyond the specification; `x-extension` in the document. */
  readonly extension?: true;
  /** The answer shows a secret once: its stored copy is sealed with a key that only the caller holds. */
  readonly revealsSecret?: true;
  /** Default 512. */
  readonly memoryMb?: number;
  /** The answer sets the session cookie, so other sites may not ask for it: they could log a browser in as somebody else. */
  readonly startsSession?: true;
  /** Of a public endpoint, for each source address, in a window of its own. Default: 100 over all public endpoints. */
  readonly requestsPerMinute?: number;
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
