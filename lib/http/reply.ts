import type * as z from 'zod/mini';
import type { Contract, ReplyHeader, SuccessStatus } from '#lib/http/contract.ts';
import type { RawReply } from '#lib/http/exchange.ts';
import { entityTag } from '#lib/http/if-match.ts';

/** The replies that a contract's `responses` allow. Another status or shape does not compile. */
export type ReplyOf<C extends Contract> = {
  [Status in keyof C['responses'] & SuccessStatus]: HttpReply<
    Status,
    C['responses'][Status] extends z.ZodMiniType ? z.output<C['responses'][Status]> : never
  >;
}[keyof C['responses'] & SuccessStatus];

export interface HttpReply<Status extends SuccessStatus, Body> {
  readonly status: Status;
  readonly body: Body;
  /** Target of a redirect. The Location of a created resource comes from the contract. */
  readonly location?: string;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Partial<Record<ReplyHeader, string>>>;
}

export function ok<Body>(body: Body, headers?: HttpReply<200, Body>['headers']): HttpReply<200, Body> {
  return { status: 200, body, ...(headers && { headers }) };
}

/** @param location an absolute URL, possibly of another site */
export function found(
  location: string,
  headers: HttpReply<302, undefined>['headers'],
): HttpReply<302, undefined> {
  return { status: 302, body: undefined, location, ...(headers && { headers }) };
}

export type SerialisedReply = RawReply & { readonly headers: Readonly<Record<string, string>> };

/**
 * Serialises a reply after checking its body against the contract. An undeclared or missing field is a bug and causes a 500.
 */
export function serialise<C extends Contract>(
  definition: C,
  reply: HttpReply<SuccessStatus, unknown>,
): SerialisedReply {
  const schema = definition.responses[reply.status];
  if (!schema) throw new Error(`the contract declares no response ${reply.status}`);
  const body: unknown = schema.parse(reply.body);
  const location = reply.location ?? locationOf(definition, reply.status, body);

  return {
    status: reply.status,
    body: definition.produces && typeof body === 'string' ? body : toJson(body),
    ...(definition.produces === 'image/gif' && { isBase64: true as const }),
    headers: {
      ...(definition.produces && { 'Content-Type': definition.produces }),
      ...(location !== undefined && { Location: location }),
      ...versionHeader(definition, body),
      ...reply.headers,
    },
    ...(reply.cookies && { cookies: reply.cookies }),
  };
}

/**
 * The contract's `location` with the fields of the response. `toResult` prefixes the path of the stage, which depends on the
 * host name: a repeat of the request may use another host. `Object` allows the fields of a body of any type to be read.
 */
function locationOf({ location }: Contract, status: SuccessStatus, body: unknown): string | undefined {
  if (status !== 201 && status !== 202) return undefined;

  return location?.replaceAll(/\{(\w+)\}/g, (_, field) => String(Object(body)[field]));
}

/** The ETag of the resource in a response. `Object` allows the fields of a body of any type to be read. */
export function versionHeader({ isVersioned }: Contract, body: unknown): Readonly<Record<string, string>> {
  const { updatedAt } = Object(body);

  return isVersioned && typeof updatedAt === 'string' ? { ETag: entityTag(updatedAt) } : {};
}

function toJson(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
