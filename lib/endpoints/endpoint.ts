import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Change, EffectGuard } from '#lib/commit/change.ts';
import { guardEffects } from '#lib/endpoints/effect-guard.ts';
import { type EndpointHandler, endpoint } from '#lib/endpoints/handler.ts';
import { type ChangeReply, performOnce } from '#lib/endpoints/idempotency/perform-once.ts';
import { repeatKeyOf } from '#lib/endpoints/idempotency/request.ts';
import { type Auth, type Contract, mayWrite, type SuccessStatus } from '#lib/http/contract.ts';
import { type Exchange, originOf, problemReply, type RequestOrigin } from '#lib/http/exchange.ts';
import { limitInFlight } from '#lib/http/in-flight.ts';
import { type HttpReply, type ReplyOf, type SerialisedReply, serialise } from '#lib/http/reply.ts';
import { type Input, parseInput } from '#lib/http/request.ts';
import { withoutCodes } from '#lib/mail/message-id.ts';
import { type Connected, connect, once, type Ports, services } from '#lib/runtime/services.ts';
import type { Principal, SessionPrincipal } from '#lib/values/principal.ts';

interface Caller<P extends Principal> {
  readonly principal: P;
  readonly workspaceId: string;
  /** Identifies all repeats of a request with one Idempotency-Key; undefined without a key. */
  readonly repeatKey: string | undefined;
}

/** The caller's type for each `auth` of a contract. */
interface Callers extends Record<Auth, unknown> {
  readonly credential: Caller<Principal>;
  readonly session: Caller<SessionPrincipal>;
  /** Public: any credential is ignored. */
  readonly none: unknown;
  readonly link: unknown;
}

export type EndpointRequest<C extends Contract> = Input<C> & Callers[C['auth']] & RequestOrigin;

/**
 * Creates an endpoint that commits no change.
 * @param ports further services of the handler
 * @param formatProblem see `endpoint`
 */
export function readEndpoint<C extends Contract, P extends Ports = Record<never, never>>(
  definition: C,
  handle: (request: EndpointRequest<C>, connected: Connected<P>) => Promise<ReplyOf<C>>,
  ports?: P,
  formatProblem: typeof problemReply = problemReply,
): EndpointHandler {
  const connected = once(() => connect(services(), ports));

  return endpoint(
    definition,
    async (event, exchange) => {
      const request = requestOf(definition, event, exchange);
      const reply = await limitInFlight(definition, services(), request, () => handle(request, connected()));

      return readableBy(exchange.principal, serialise(definition, reply));
    },
    formatProblem,
  );
}

/** A caller that may only read gets nothing with which it could act in the name of a recipient. */
function readableBy(principal: Principal | undefined, reply: SerialisedReply): SerialisedReply {
  if (!principal || mayWrite(principal) || reply.body === undefined) return reply;

  return { ...reply, body: withoutCodes(reply.body) };
}

/** Creates an endpoint without authentication. It ignores Idempotency-Key: there is no principal to store a response for. */
export function publicEndpoint<
  C extends Contract & { readonly auth: 'none' },
  P extends Ports = Record<never, never>,
>(
  definition: C,
  handle: (request: EndpointRequest<C>, connected: Connected<P>) => Promise<ReplyOf<C>>,
  ports?: P,
): EndpointHandler {
  return readEndpoint(definition, handle, ports);
}

/**
 * Creates an endpoint that commits a change together with the response for its Idempotency-Key. A repeat with the key gets
 * the same response and changes nothing.
 */
export function writeEndpoint<C extends Contract, P extends Ports = Record<never, never>>(
  definition: C,
  decide: (
    request: EndpointRequest<C>,
    connected: Connected<P>,
    effects: EffectGuard,
  ) => ChangeReply<ReplyOf<C>> | Promise<ChangeReply<ReplyOf<C>>>,
  ports?: P,
): EndpointHandler {
  const connected = once(() => connect(services(), ports));

  return endpoint(definition, (event, exchange) => {
    const context = { event, exchange, services: services() };

    return performOnce(definition, context, async () => {
      const request = requestOf(definition, event, exchange);
      const effects = guardEffects(definition, context);

      return limitInFlight(definition, services(), request, async () =>
        decide(request, connected(), effects),
      );
    });
  });
}

/**
 * As `writeEndpoint`, with a slow step that must not be repeated, such as a call to an external server. The step runs once
 * per request, even if the decision is retried. It does not run for a repeat with a used Idempotency-Key.
 */
export function preparedEndpoint<C extends Contract, Prepared, P extends Ports = Record<never, never>>(
  definition: C,
  prepare: (request: EndpointRequest<C>, connected: Connected<P>, effects: EffectGuard) => Promise<Prepared>,
  decide: (
    request: EndpointRequest<C>,
    prepared: Prepared,
    connected: Connected<P>,
  ) => Promise<ChangeReply<ReplyOf<C>>>,
  ports?: P,
): EndpointHandler {
  const connected = once(() => connect(services(), ports));

  return endpoint(definition, (event, exchange) => {
    const request = once(() => requestOf(definition, event, exchange));
    const context = { event, exchange, services: services() };
    const prepared = once(() =>
      limitInFlight(definition, services(), request(), () =>
        prepare(request(), connected(), guardEffects(definition, context)),
      ),
    );

    return performOnce(definition, context, async () => decide(request(), await prepared(), connected()));
  });
}

/** A reply with a change that is committed before the reply is sent. */
type Committed<Status extends SuccessStatus, Result> = HttpReply<Status, Result> & {
  readonly change: Change<Result>;
};

export function changed<Result>(change: Change<Result>): Committed<200, Result> {
  return { status: 200, body: change.result, change };
}

export function created<Result>(change: Change<Result>): Committed<201, Result> {
  return { status: 201, body: change.result, change };
}

/** The request is committed and will be processed soon. */
export function accepted<Result>(change: Change<Result>): Committed<202, Result> {
  return { status: 202, body: change.result, change };
}

export function deleted(change: Change<undefined>): Committed<204, undefined> {
  return { status: 204, body: undefined, change };
}

/** Parses the request and adds its caller and origin. @throws Problem 404 or 422, see `parseInput` */
function requestOf<C extends Contract>(
  definition: C,
  event: APIGatewayProxyEvent,
  exchange: Exchange,
): EndpointRequest<C> {
  const { principal } = exchange;
  if (!principal && definition.auth !== 'none')
    throw new Error('the handler ran before the caller was admitted');
  const input = parseInput(definition, event);
  // `Object` also accepts an absent body, which has no fields.
  exchange.requestFields = Object.keys(Object(input.body));
  const request = {
    ...input,
    ...originOf(event),
    ...(principal && {
      principal,
      workspaceId: principal.workspaceId,
      repeatKey: repeatKeyOf(definition, event, principal.id),
    }),
  };

  // The admission has already checked `auth`; TypeScript cannot infer this through a conditional type.
  return request as EndpointRequest<C>;
}
