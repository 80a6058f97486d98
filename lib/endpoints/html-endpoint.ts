import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type EndpointRequest, readEndpoint } from '#lib/endpoints/endpoint.ts';
import { type EndpointHandler, endpoint } from '#lib/endpoints/handler.ts';
import { type MessagePage, messageHeaders, messagePage } from '#lib/html/message-page.ts';
import { recipientPage } from '#lib/html/recipient-pages.ts';
import { prefersJson } from '#lib/http/accept.ts';
import type { Contract } from '#lib/http/contract.ts';
import { problemReply, type RawReply } from '#lib/http/exchange.ts';
import type { RateWindow } from '#lib/http/rate-window.ts';
import { type ReplyOf, serialise } from '#lib/http/reply.ts';
import { headerOf, headerValuesOf } from '#lib/http/request.ts';
import type { Visit } from '#lib/http/visit.ts';
import { type Connected, connect, once, type Ports, services } from '#lib/runtime/services.ts';

/**
 * Creates an endpoint for a link in an email. Email programs and security scanners add query parameters and post their own
 * forms, so unexpected input is accepted. Errors are HTML pages unless the client prefers JSON. The endpoint writes its changes
 * itself.
 */
export function linkEndpoint<
  C extends Contract & { readonly auth: 'link' },
  P extends Ports = Record<never, never>,
>(
  definition: C,
  respond: (visit: Visit, connected: Connected<P>) => Promise<ReplyOf<C>>,
  ports?: P,
): EndpointHandler {
  const connected = once(() => connect(services(), ports));

  return endpoint(
    definition,
    async (event, exchange) => {
      exchange.window = windowOf(definition, event);

      return serialise(definition, await respond(visitOf(definition, event), connected()));
    },
    linkProblemReply,
  );
}

/** Link visitors are not counted. The headers show the one-second window of all callers as if this were its only request. */
function windowOf({ requestsPerSecond: limit = 1 }: Contract, event: APIGatewayProxyEvent): RateWindow {
  return { limit, remaining: limit - 1, resetAt: event.requestContext.requestTimeEpoch + 1000 };
}

/**
 * A one-click form is shorter than 1 KB (RFC 8058, section 3.1). A longer body is ignored, so that an unsubscribe does not
 * fail because of data that an email program adds.
 */
const formBytesMax = 8192;

/** The posted form; empty if it is too long. The length is checked before decoding: base64 has 4 characters for 3 bytes. */
function readForm({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const encoded = body ?? '';
  const encodedLengthMax = isBase64Encoded ? Math.ceil((formBytesMax * 4) / 3) + 4 : formBytesMax;
  if (encoded.length > encodedLengthMax) return '';
  const bytes = Buffer.from(encoded, isBase64Encoded ? 'base64' : 'utf8');

  return bytes.length > formBytesMax ? '' : bytes.toString('latin1');
}

/** Punctuation, also encoded, that mail programs take for the end of a link. No token ends with it. */
const trailingMarks = /(?:[^\w%-]|%[0-9A-F]{2}){1,10}$/i;

function visitOf({ params }: Contract, event: APIGatewayProxyEvent): Visit {
  const { httpMethod, pathParameters, requestContext } = event;
  const host = hostOf(event);
  const hasValidToken = params?.safeParse(pathParameters ?? {}).success;

  return {
    // Empty for an invalid token; the endpoint decides on the response.
    token: (hasValidToken && pathParameters?.['token']?.replace(trailingMarks, '')) || '',
    host,
    isDefaultEndpoint: host.startsWith(`${requestContext.apiId}.execute-api.`),
    isHead: httpMethod === 'HEAD',
    header: (name) => headerOf(event, name),
    form: readForm(event),
    receivedAt: requestContext.requestTimeEpoch,
  };
}

/** RFC 1035, section 2.3.4. */
const hostLengthMax = 253;

/**
 * The gateway accepts only its own hosts, so a proxy of a tracking domain names the visitor's host in a header. A caller can choose
 * it, but without the header the links of all workspaces work, and with it only the links of one workspace.
 */
function hostOf(event: APIGatewayProxyEvent): string {
  const host = headerOf(event, 'x-forwarded-host') ?? event.requestContext.domainName ?? '';

  return host.slice(0, hostLengthMax).toLowerCase();
}

const linkProblemReply = negotiatedProblem(({ status }, event) =>
  recipientPage(status < 500 ? 'broken' : 'failed', headerOf(event, 'accept-language')),
);

/**
 * Creates an endpoint that another site redirects a browser to. All its responses are HTML pages, and errors are pages unless
 * the client prefers JSON. The endpoint writes its changes itself.
 */
export function pageEndpoint<C extends Contract, P extends Ports = Record<never, never>>(
  definition: C,
  respond: (request: EndpointRequest<C>, connected: Connected<P>) => Promise<ReplyOf<C>>,
  ports?: P,
): EndpointHandler {
  return readEndpoint(definition, respond, ports, negotiatedProblem(problemPage));
}

const titles: Readonly<Record<number, string>> = {
  401: 'Please log in',
  403: 'Not allowed',
  429: 'One moment, please',
  500: 'Something went wrong',
};

function problemPage({ status, body = '' }: RawReply): MessagePage {
  const { message } = JSON.parse(body).error;
  const text = status === 401 ? 'Log in in this browser, then start again.' : `${message}.`;

  return { title: titles[status] ?? 'Request failed', text: capitalise(text) };
}

/** Formats an error as a page, or as the JSON error envelope for a client that prefers JSON. */
function negotiatedProblem(
  pageOf: (envelope: RawReply, event: APIGatewayProxyEvent) => MessagePage,
): typeof problemReply {
  return (event, exchange, thrown) => {
    const envelope = problemReply(event, exchange, thrown);
    const vary = { Vary: 'Accept, Accept-Language' };
    if (prefersJson(headerValuesOf(event, 'accept').join())) return { ...envelope, headers: vary };
    const headers = { ...messageHeaders, ...vary, 'Content-Type': 'text/html; charset=utf-8' };

    return { ...envelope, body: messagePage(pageOf(envelope, event)), headers };
  };
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
