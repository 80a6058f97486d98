import type { APIGatewayProxyEvent } from 'aws-lambda';
import { addressOf, headerValuesOf } from '#lib/http/request.ts';

/** Where a request came from, when, and where it arrived. */
export interface RequestOrigin {
  /** The gateway's time of the request, epoch milliseconds. */
  readonly receivedAt: number;
  /** Where the request reached us, without its query. */
  readonly address: string;
  readonly sourceIp: string;
  /** All cookies of the request, as RFC 6265 joins them. */
  readonly cookies: string;
}

export function originOf(event: APIGatewayProxyEvent): RequestOrigin {
  const { requestTimeEpoch, identity } = event.requestContext;

  return {
    receivedAt: requestTimeEpoch,
    address: addressOf(event),
    sourceIp: identity.sourceIp,
    cookies: headerValuesOf(event, 'cookie').join('; '),
  };
}
