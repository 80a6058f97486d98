import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type EndpointHandler, type EndpointRequest, readEndpoint } from '#lib/endpoints/endpoint.ts';
import { messageHeaders, messagePage } from '#lib/html/message-page.ts';
import type { Contract } from '#lib/http/contract.ts';
import { type Exchange, problemReply, type RawReply } from '#lib/http/exchange.ts';
import type { ReplyOf } from '#lib/http/reply.ts';
import type { Connected, Ports } from '#lib/runtime/services.ts';

/**
 * Creates an endpoint that another site redirects a browser to. All its responses, including errors, are HTML pages. The
 * endpoint writes its changes itself.
 */
export function pageEndpoint<C extends Contract, P extends Ports = Record<never, never>>(
  definition: C,
  respond: (request: EndpointRequest<C>, connected: Connected<P>) => Promise<ReplyOf<C>>,
  ports?: P,
): EndpointHandler {
  return readEndpoint(definition, respond, ports, problemPage);
}

const titles: Readonly<Record<number, string>> = {
  401: 'Please log in',
  403: 'Not allowed',
  429: 'One moment, please',
  500: 'Something went wrong',
};

function problemPage(event: APIGatewayProxyEvent, exchange: Exchange, thrown: unknown): RawReply {
  const { status, body = '' } = problemReply(event, exchange, thrown);
  // The body is the JSON error envelope.
  const { message } = JSON.parse(body).error;
  const text = status === 401 ? 'Log in in this browser, then start again.' : `${message}.`;

  return {
    status,
    body: messagePage({ title: titles[status] ?? 'Request failed', text: capitalise(text) }),
    headers: { ...messageHeaders, 'Content-Type': 'text/html; charset=utf-8' },
  };
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
