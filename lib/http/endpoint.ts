import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Principal } from '#lib/api-keys/api-keys.ts';
import type { Contract } from '#lib/http/contract.ts';
import { type Exchange, problemReply, type RawReply, toResult } from '#lib/http/exchange.ts';
import { performOnce, recordOf, repeatKeyOf } from '#lib/http/perform-once.ts';
import { admit, bearerToken } from '#lib/http/principal.ts';
import { problem } from '#lib/http/problem.ts';
import { type ChangeReply, type ReplyOf, serialise } from '#lib/http/reply.ts';
import { headerOf, type Input, parseInput } from '#lib/http/request.ts';
import { type Connected, connect, type Ports } from '#lib/runtime/ports.ts';
import { once, type Services, services } from '#lib/runtime/services.ts';

/**
 * What is left of a function's time when it answers 500 by itself: after 29 s the gateway would answer instead.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
 */
const deadlineReserveMs = 1500;

export interface Call<C extends Contract> extends Input<C> {
  readonly principal: Principal;
  readonly workspaceId: string;
  /** The same for every repeat of a request under one Idempotency-Key; undefined without one. */
  readonly repeatKey: string | undefined;
}

export type EndpointHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** A function that answers and changes nothing. */
export function readEndpoint<C extends Contract, P extends Ports = Record<never, never>>(
  definition: C,
  handle: (call: Call<C>, connected: Connected<P>) => Promise<ReplyOf<C>>,
  ports?: P,
): EndpointHandler {
  const connected = once(() => connect(services(), ports));

  return endpoint(definition, async (event, exchange) =>
    serialise(definition, await handle(callOf(definition, event, exchange), connected())),
  );
}

/**
 * A function that decides on a change, which is committed here together with the answer to its Idempotency-Key:
 * a repeat of the key gets that answer and performs nothing.
 */
export function writeEndpoint<C extends Contract, P extends Ports = Record<never, never>>(
  definition: C,
  decide: (
    call: Call<C>,
    connected: Connected<P>,
  ) => ChangeReply<ReplyOf<C>> | Promise<ChangeReply<ReplyOf<C>>>,
  ports?: P,
): EndpointHandler {
  const connected = once(() => connect(services(), ports));

  return endpoint(definition, (event, exchange) =>
    performOnce(definition, { event, exchange, services: services() }, async () =>
      decide(callOf(definition, event, exchange), connected()),
    ),
  );
}

function endpoint(
  definition: Contract,
  respond: (event: APIGatewayProxyEvent, exchange: Exchange) => Promise<RawReply>,
): EndpointHandler {
  // middy keeps its own request object; what we add to it is kept beside it, typed.
  const exchanges = new WeakMap<APIGatewayProxyEvent, Exchange>();

  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: deadlineReserveMs,
    timeoutEarlyResponse: () => {
      throw problem('INTERNAL_ERROR', 'the service did not finish in time; try again');
    },
  })
    .use(answerProblems(exchanges))
    .use(admitCaller(definition, exchanges, services))
    .handler(async (event) => {
      const exchange = exchangeOf(exchanges, event);

      return toResult(exchange, event, await respond(event, exchange));
    });
}

type Exchanges = WeakMap<APIGatewayProxyEvent, Exchange>;
type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** Registered first, so that it sees what any later step throws. */
function answerProblems(exchanges: Exchanges): Middleware {
  return {
    before: ({ event }) => {
      exchanges.set(event, { startedAt: Date.now() });
    },
    onError: ({ event, error }) => toResult(exchangeOf(exchanges, event), event, problemReply(event, error)),
  };
}

/** Who calls, whether they may, and — at the same time — what is remembered under their Idempotency-Key. */
function admitCaller(definition: Contract, exchanges: Exchanges, connected: () => Services): Middleware {
  return {
    before: async ({ event }) => {
      if (definition.auth === 'none') return;
      const exchange = exchangeOf(exchanges, event);
      const token = bearerToken(headerOf(event, 'authorization'));
      const { requestTimeEpoch: now, identity } = event.requestContext;
      const [admission, record] = await Promise.all([
        admit(connected(), { token, sourceIp: identity.sourceIp, now }),
        definition.method === 'GET' || token === undefined ? undefined : recordOf(connected(), event, token),
      ]);
      exchange.window = admission.window;
      if (admission.kind === 'turned_away') throw admission.problem;
      exchange.principal = admission.principal;
      exchange.record = record;
      if (definition.method !== 'GET' && admission.principal.scope === 'read-only') {
        throw problem('FORBIDDEN', 'a read-only key may call GET endpoints only');
      }
    },
  };
}

function callOf<C extends Contract>(
  definition: C,
  event: APIGatewayProxyEvent,
  { principal }: Exchange,
): Call<C> {
  if (!principal) throw new Error('a handler ran before its caller was admitted');

  return {
    ...parseInput(definition, event),
    principal,
    workspaceId: principal.workspaceId,
    repeatKey: repeatKeyOf(event, principal.id),
  };
}

function exchangeOf(exchanges: Exchanges, event: APIGatewayProxyEvent): Exchange {
  const exchange = exchanges.get(event);
  if (!exchange) throw new Error('the first step did not run');

  return exchange;
}
