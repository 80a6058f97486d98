import type * as z from 'zod/mini';
import type { Contract, ReplyHeader, SuccessStatus } from '#lib/http/contract.ts';
import { entityTag } from '#lib/http/entity-tag.ts';
import type { RawReply } from '#lib/http/exchange.ts';

/** The replies that a contract's `responses` allow: another status or another shape does not compile. */
export type ReplyOf<C extends Contract> = {
  [Status in keyof C['responses'] & SuccessStatus]: Reply<
    Status,
    C['responses'][Status] extends z.ZodMiniType ? z.output<C['responses'][Status]> : never
  >;
}[keyof C['responses'] & SuccessStatus];

export interface Reply<Status extends SuccessStatus, Body> {
  readonly status: Status;
  readonly body: Body;
  /** Of a redirect. That of a created resource comes from the contract. */
  readonly location?: string;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Partial<Record<ReplyHeader, string>>>;
}

export function ok<Body>(body: Body, headers?: Reply<200, Body>['headers']): Reply<200, Body> {
  return { status: 200, body, ...(headers && { headers }) };
}

/** @param location a whole address, of another site too */
export function found(location: string, headers: Reply<302, undefined>['headers']): Reply<302, undefined> {
  return { status: 302, body: undefined, location, ...(headers && { headers }) };
}

export function withCookies<R extends Reply<SuccessStatus, unknown>>(
  reply: R,
  cookies: readonly string[],
): R {
  return { ...reply, cookies };
}

/**
 * The bytes of a reply, after its body was checked against the contract: a field that the document does not declare,
 * or lacks, is our fault and is loud.
 */
export function serialise<C extends Contract>(
  definition: C,
  reply: Reply<SuccessStatus, unknown>,
): RawReply & { readonly headers: Readonly<Record<string, string>> } {
  const schema = definition.responses[reply.status];
  if (!schema) throw new Error(`the contract has no reply ${reply.status}`);
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

/** The path of the resource, which has no stage: a repeat of the request may come by another host name. */
function locationOf({ location }: Contract, status: SuccessStatus, body: unknown): string | undefined {
  if (status !== 201 && status !== 202) return undefined;

  return location?.replaceAll(/\{(\w+)\}/g, (_, field) => String(Object(body)[field]));
}

/** Of the resource that a response shows. */
export function versionHeader({ isVersioned }: Contract, body: unknown): Readonly<Record<string, string>> {
  const { updatedAt } = Object(body);

  return isVersioned && typeof updatedAt === 'string' ? { ETag: entityTag(updatedAt) } : {};
}

function toJson(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
