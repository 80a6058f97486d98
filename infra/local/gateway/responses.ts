import * as z from 'zod/mini';
import type { ApiModel } from '../template/api.ts';
import { forClient } from './headers.ts';
import { responseBytesMax } from './limits.ts';
import { isBinary } from './proxy-event.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/**
 * Types of gateway responses and their default statuses. AWS documents status 502 for a function that fails
 * or returns an invalid format, but no response type for it.
 */
const defaultStatuses = {
  API_CONFIGURATION_ERROR: 500,
  BAD_REQUEST_PARAMETERS: 400,
  DEFAULT_5XX: 502,
  INTEGRATION_TIMEOUT: 504,
  INVALID_SIGNATURE: 403,
  MISSING_AUTHENTICATION_TOKEN: 403,
} as const;

export type GatewayResponseType = keyof typeof defaultStatuses;

/**
 * A gateway response as the template's `AWS::ApiGateway::GatewayResponse` of that type defines it, or the
 * response of `DEFAULT_4XX`/`DEFAULT_5XX`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export function gatewayResponse(api: ApiModel, type: GatewayResponseType, requestId: string): HttpResponse {
  const defaultStatus = defaultStatuses[type];
  const configured =
    api.gatewayResponses.get(type) ??
    api.gatewayResponses.get(defaultStatus < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const headers = Object.entries(configured?.headers ?? {}).map(([name, value]): [string, string] => [
    name,
    staticHeader(value, requestId),
  ]);
  const body = (configured?.body ?? '{"message":$context.error.messageString}')
    .replaceAll('$context.error.messageString', '"The request failed"')
    .replaceAll('$context.error.message', 'The request failed')
    .replaceAll('$context.error.responseType', type)
    .replaceAll('$context.requestId', requestId);

  return {
    status: configured?.status ?? defaultStatus,
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(headers),
    },
    body: Buffer.from(body),
  };
}

/** Value of a static text in single quotes, or of a context variable. */
function staticHeader(value: string, requestId: string): string {
  if (value === 'context.requestId') return requestId;

  return value.startsWith("'") && value.endsWith("'") ? value.slice(1, -1) : '';
}

/** A header value. A number is invalid: recorded in https://github.com/localstack/localstack `tests/aws/services/apigateway`. */
const scalar = z.union([z.string(), z.boolean()]);

/** All fields are optional; other fields are not allowed. */
const LambdaResponse = z.strictObject({
  statusCode: z._default(z.coerce.number().check(z.int(), z.gte(100), z.lte(599)), 200),
  headers: z._default(z.nullable(z.record(z.string(), scalar)), {}),
  multiValueHeaders: z._default(z.nullable(z.record(z.string(), z.array(scalar))), {}),
  body: z._default(z.nullable(z.string()), ''),
  isBase64Encoded: z._default(z.boolean(), false),
});

/**
 * Converts a function's response to an HTTP response. A base64 body is decoded only if the client's first
 * accepted type is one of the API's binary media types; otherwise the text is sent unchanged.
 */
export function lambdaResponse(
  payload: unknown,
  api: ApiModel,
  { requestId, accept }: { requestId: string; accept: string | undefined },
): HttpResponse {
  const parsed = LambdaResponse.safeParse(payload);
  if (!parsed.success || Buffer.byteLength(JSON.stringify(payload)) > responseBytesMax) {
    return gatewayResponse(api, 'DEFAULT_5XX', requestId);
  }

  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.data;
  const isBytes = isBase64Encoded && isBinary(accept?.split(',')[0], api.binaryMediaTypes);
  if (isBytes && !/^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/.test(body ?? '')) {
    return gatewayResponse(api, 'API_CONFIGURATION_ERROR', requestId);
  }

  return {
    status: statusCode,
    headers: {
      'content-type': 'application/json',
      ...forClient(toStrings(headers ?? {})),
      ...forClient(toStrings(multiValueHeaders ?? {})),
    },
    body: Buffer.from(body ?? '', isBytes ? 'base64' : 'utf8'),
  };
}

type Scalar = z.infer<typeof scalar>;

function toStrings(
  headers: Readonly<Record<string, Scalar | readonly Scalar[]>>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.map((entry) => String(entry)) : String(value),
    ]),
  );
}
