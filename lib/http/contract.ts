import type * as z from 'zod/mini';
import type { EndpointCapability } from '#lib/runtime/capabilities.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import type { Principal, Scope } from '#lib/values/principal.ts';
import { includesRole, type Role } from '#lib/values/role.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type SuccessStatus = 200 | 201 | 202 | 204 | 302;

/** Headers that a use case may set. */
export type ReplyHeader = 'Cache-Control' | 'Content-Security-Policy' | 'Referrer-Policy';

type Schema = z.ZodMiniType;

/**
 * `credential`: an API key or a session. `session`: only a session. `none`: public. `link`: public, under a URL that this
 * service writes into emails. A link endpoint uses only the token in the path and responds to people and email programs.
 */
export type Auth = 'credential' | 'session' | 'none' | 'link';

/**
 * Definition of one endpoint as plain data. The endpoint's function validates requests with it, the infrastructure is derived
 * from it, and the API document is generated from it. Importing a contract opens no connection and reads no variable.
 */
export interface Contract<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Responses extends Partial<Record<SuccessStatus, Schema>> = Partial<Record<SuccessStatus, Schema>>,
  Caller extends Auth = Auth,
> {
  readonly method: Method;
  /** As in the specification, with `{name}` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly auth: Caller;
  /**
   * The role that a user needs. Default: `viewer` for GET, `member` for other methods. An API key needs no role: its scope
   * decides.
   */
  readonly role?: Role;
  /** The scope that an API key needs. Default: `read-only` for GET, `full-access` for other methods. */
  readonly scope?: Scope;
  readonly needs: readonly EndpointCapability[];
  /** The events that the endpoint's changes may cause. `infra/openapi/prose/event-table.ts` documents the changes. */
  readonly emits?: readonly EventKind[];
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** An absent or empty body counts as `{}`. */
  readonly bodyIsOptional?: true;
  readonly responses: Responses;
  /**
   * Path of the GET endpoint for the created (201) or continuing (202) resource, with response fields in braces. Omit it if
   * there is no such endpoint; the response then has no Location.
   */
  readonly location?: string;
  /** The handler receives bodies of these media types as bytes. Without `body`, no other type is accepted. */
  readonly rawBodyTypes?: readonly string[];
  /** The parts of a `multipart/form-data` body, for the API document. The handler parses them itself. */
  readonly form?: Schema;
  /** Largest accepted body, in bytes after base64 decoding. Default 1 MB. */
  readonly bodyBytesMax?: number;
  /** Largest body after decompression. Only contracts with this field accept gzip bodies. */
  readonly decodedBytesMax?: number;
  /**
   * Media type of a successful response, if it is not `application/json`. The body is then a page as text, or a base64-encoded
   * image.
   */
  readonly produces?: 'text/html; charset=utf-8' | 'image/gif';
  /** Another site redirects a browser here, so responses are HTML pages. Errors are JSON for a client that prefers it. */
  readonly rendersPage?: true;
  /** A successful response has a resource with `updatedAt`, so it has an ETag. A change of an existing one accepts If-Match. */
  readonly isVersioned?: true;
  /** Not in the specification; `x-extension` in the API document. */
  readonly extension?: true;
  /** The response returns a secret once. Its copy for a repeated Idempotency-Key is encrypted with the caller's credential. */
  readonly revealsSecret?: true;
  /**
   * The body has a secret, so the request hash that is stored for an Idempotency-Key is keyed with the caller's credential.
   * From another session of the same user, a repeated request looks like a different one.
   */
  readonly acceptsSecret?: true;
  /**
   * Calls an external server before it commits. Of several requests with one Idempotency-Key only one makes the call; the
   * others wait for its response.
   */
  readonly callsExternalServer?: true;
  /** Default 512. */
  readonly memoryMb?: number;
  /**
   * The response sets the session cookie, so cross-origin requests are refused: they could log a browser in to another
   * account.
   */
  readonly startsSession?: true;
  /** Limit of a public endpoint per source address, with its own window. Default: 100 for all public endpoints together. */
  readonly requestsPerMinute?: number;
  /**
   * Limit of a link endpoint, or of unknown paths, for all callers together; the gateway enforces it. Addresses that open links
   * are not counted, because the proxies of email programs fetch for millions of people from a few addresses.
   */
  readonly requestsPerSecond?: number;
  /**
   * Set if a request occupies its instance for long: it waits for external servers or works for seconds. Limits the requests
   * in flight per workspace, see `lib/http/in-flight.ts`. Required for every endpoint that connects to external servers.
   * `onlyWith`: only requests with this field in their body are slow.
   */
  readonly slow?: { readonly inFlightPerWorkspace: number; readonly onlyWith?: string };
  readonly metrics?: readonly LogMetric[];
}

/** The role that a user needs for an operation. */
export function requiredRole({ role, method }: Pick<Contract, 'role' | 'method'>): Role {
  return role ?? (method === 'GET' ? 'viewer' : 'member');
}

/**
 * Why the caller may not call an operation; undefined if it may. The contract determines the scope that an API key needs, and the
 * role that a user needs.
 */
export function refusalOf(
  operation: Pick<Contract, 'role' | 'scope' | 'method'>,
  principal: Principal,
): string | undefined {
  if (principal.kind === 'api_key') {
    const scope = operation.scope ?? (operation.method === 'GET' ? 'read-only' : 'full-access');
    const isRefused = scope === 'full-access' && principal.scope === 'read-only';

    return isRefused ? 'a read-only key may call GET endpoints only' : undefined;
  }
  const role = requiredRole(operation);

  return includesRole(principal.role, role)
    ? undefined
    : `your role is ${principal.role}: this operation needs the role ${role}`;
}

/** Whether the caller may change anything. */
export function mayWrite(principal: Principal): boolean {
  return refusalOf({ method: 'PATCH' }, principal) === undefined;
}

/**
 * The HTTP methods that a contract's function accepts. HEAD works for every GET: RFC 9110, section 9.1. API Gateway does not
 * answer HEAD with the function of GET, so each method is a separate route.
 */
export function methodsOf({ method }: Pick<Contract, 'method'>): (Method | 'HEAD')[] {
  return method === 'GET' ? [method, 'HEAD'] : [method];
}

/** Below the gateway's 29 s limit, so that a function that times out can still return an error response. */
export const endpointTimeoutSeconds = 25;

/** A condition of a limit that names a field which the body does not have would never be met. */
type FieldOf<Body extends Schema | undefined> = Body extends Schema ? keyof z.output<Body> & string : never;

/** Keeps the contract's literal types, so that the compiler checks replies against `responses`. */
export function contract<
  const Params extends Schema | undefined,
  const Query extends Schema | undefined,
  const Body extends Schema | undefined,
  const Responses extends Partial<Record<SuccessStatus, Schema>>,
  const Caller extends Auth,
>(
  definition: Contract<Params, Query, Body, Responses, Caller> & {
    readonly slow?: { readonly onlyWith?: FieldOf<NoInfer<Body>> };
  },
): Contract<Params, Query, Body, Responses, Caller> {
  return definition;
}
