import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { admitRequest } from '#lib/endpoints/admission.ts';
import type { Contract } from '#lib/http/contract.ts';
import { type Exchange, problemReply, type RawReply, toResult } from '#lib/http/exchange.ts';
import '#lib/runtime/prime.ts';
import { services } from '#lib/runtime/services.ts';
import { problem } from '#lib/values/problem.ts';

/**
 * Time that remains when a function responds 500 before it times out: after 29 s the gateway would respond instead.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
 */
const deadlineReserveMs = 1500;

export type EndpointHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** Creates the Lambda handler of an endpoint. It admits the caller, then responds. @param formatProblem creates error replies */
export function endpoint(
  definition: Contract,
  respond: (event: APIGatewayProxyEvent, exchange: Exchange, context: Context) => Promise<RawReply>,
  formatProblem: typeof problemReply = problemReply,
): EndpointHandler {
  const handle = middy<APIGatewayProxyEvent, APIGatewayProxyResult, unknown, ExchangeContext>({
    timeoutEarlyInMillis: deadlineReserveMs,
    timeoutEarlyResponse: () => {
      throw problem('INTERNAL_ERROR', 'the service did not finish in time; try again');
    },
  })
    .use(problems(formatProblem))
    .use(admission(definition))
    .handler(async (event, context) => {
      const { exchange } = context;

      return toResult(exchange, event, await respond(event, exchange, context));
    });

  return (event, context) => handle(event, { ...context, exchange: { startedAt: Date.now() } });
}

/** The steps of an invocation share its exchange. */
interface ExchangeContext extends Context {
  readonly exchange: Exchange;
}

type Step = middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, unknown, ExchangeContext>;

function problems(formatProblem: typeof problemReply): Step {
  return {
    onError: ({ event, context: { exchange }, error }) =>
      toResult(exchange, event, formatProblem(event, exchange, error)),
  };
}

function admission(definition: Contract): Step {
  return {
    before: ({ event, context: { exchange } }) => admitRequest(definition, services(), { event, exchange }),
  };
}
