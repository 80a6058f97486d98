import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf, headerValuesOf, requestUrl } from '#lib/http/request.ts';

/** Origin and time of a request, and the URL that it was sent to. */
export interface RequestOrigin {
  /** The gateway's time of the request, epoch milliseconds. */
  readonly receivedAt: number;
  /** The request's URL as the caller sent it, without the query. */
  readonly url: string;
  readonly sourceIp: string;
  /** All cookies of the request, joined as in RFC 6265. */
  readonly cookies: string;
  /** The beginning of the `User-Agent` header. */
  readonly userAgent: string | undefined;
  /** `X-Request-Id` of the response. */
  readonly requestId: string;
}

const userAgentLengthMax = 150;

export function originOf(event: APIGatewayProxyEvent): RequestOrigin {
  const { requestTimeEpoch, identity, requestId } = event.requestContext;

  return {
    receivedAt: requestTimeEpoch,
    url: requestUrl(event),
    sourceIp: identity.sourceIp,
    cookies: headerValuesOf(event, 'cookie').join('; '),
    userAgent: headerOf(event, 'user-agent')?.slice(0, userAgentLengthMax).toWellFormed(),
    requestId,
  };
}
