import { ResponseType } from 'aws-cdk-lib/aws-apigateway';

interface Envelope {
  readonly statusCode: string;
  readonly code: string;
  readonly message: string;
}

const unauthorized: Envelope = {
  statusCode: '401',
  code: 'UNAUTHORIZED',
  message: 'Missing or invalid credentials.',
};
const forbidden: Envelope = {
  statusCode: '403',
  code: 'FORBIDDEN',
  message: 'The request is not permitted.',
};
const notFound: Envelope = { statusCode: '404', code: 'NOT_FOUND', message: 'There is no such endpoint.' };
const tooMany: Envelope = {
  statusCode: '429',
  code: 'RATE_LIMITED',
  message: 'Too many requests. Try again later.',
};
const internal: Envelope = {
  statusCode: '500',
  code: 'INTERNAL_ERROR',
  message: 'Something went wrong on our side.',
};

function invalid(message: string): Envelope {
  return { statusCode: '422', code: 'VALIDATION_ERROR', message };
}

/**
 * What the gateway answers without a function: every type there is, so that none of its own bodies gets out.
 *
 * No route of ours is signed by AWS. For an unknown route the gateway yet reads an `Authorization` header as such a
 * signature and complains of that, so signature errors are unknown routes here.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export const gatewayAnswers: readonly (readonly [ResponseType, Envelope])[] = [
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, notFound],
  [ResponseType.RESOURCE_NOT_FOUND, notFound],
  [ResponseType.INVALID_SIGNATURE, notFound],
  [ResponseType.EXPIRED_TOKEN, notFound],
  [ResponseType.DEFAULT_4XX, notFound],
  [ResponseType.UNAUTHORIZED, unauthorized],
  [ResponseType.INVALID_API_KEY, unauthorized],
  [ResponseType.ACCESS_DENIED, forbidden],
  [ResponseType.WAF_FILTERED, forbidden],
  [ResponseType.BAD_REQUEST_BODY, invalid('The body is not valid.')],
  [ResponseType.BAD_REQUEST_PARAMETERS, invalid('The parameters are not valid.')],
  [ResponseType.REQUEST_TOO_LARGE, invalid('The request is too large.')],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, invalid('The media type is not supported.')],
  [ResponseType.THROTTLED, tooMany],
  [ResponseType.QUOTA_EXCEEDED, tooMany],
  [ResponseType.API_CONFIGURATION_ERROR, internal],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, internal],
  [ResponseType.AUTHORIZER_FAILURE, internal],
  [ResponseType.INTEGRATION_FAILURE, internal],
  [ResponseType.INTEGRATION_TIMEOUT, internal],
  [ResponseType.DEFAULT_5XX, internal],
];

/** Promised on every answer. The gateway knows no caller, so it can only state the limit and that nothing is left. */
export const gatewayHeaders = {
  'X-RateLimit-Limit': "'100'",
  'X-RateLimit-Remaining': "'0'",
  'X-RateLimit-Reset': "'0'",
} as const;

export function envelopeBody({ code, message }: Envelope): string {
  return JSON.stringify({ error: { code, message } });
}
