import type { APIGatewayProxyEvent } from 'aws-lambda';
import { startGateway } from '../../../infra/local/gateway/gateway.ts';
import type { ApiModel } from '../../../infra/local/template/api.ts';
import { type Headers, type RawResponse, sendRaw } from './raw-request.ts';

export const api: ApiModel = {
  id: 'a1b2c3d4e5',
  stage: 'prod',
  routes: [
    { method: 'ANY', path: '/things', resourceId: 'things', functionArn: 'arn' },
    { method: 'ANY', path: '/things/{id}', resourceId: 'thing', functionArn: 'arn' },
  ],
  binaryMediaTypes: ['*/*'],
  compressionSizeMin: 2000,
  gatewayResponses: new Map(
    ['DEFAULT_4XX', 'DEFAULT_5XX', 'REQUEST_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'].map((type) => [
      type,
      { status: type === 'DEFAULT_5XX' ? 500 : 422, headers: {}, body: '"$context.error.responseType"' },
    ]),
  ),
};

export interface EchoGateway {
  readonly baseUrl: string;
  /** The events that the function has received. */
  readonly events: APIGatewayProxyEvent[];
  readonly send: (
    method: string,
    path: string,
    headers?: Headers,
    body?: string | Buffer,
  ) => Promise<RawResponse>;
  readonly stop: () => Promise<void>;
}

/** A gateway without a stack. @param payload what the function returns */
export async function startEchoGateway(payload: unknown = { statusCode: 204 }): Promise<EchoGateway> {
  const events: APIGatewayProxyEvent[] = [];
  const gateway = await startGateway({
    api,
    port: 0,
    invoke: async (_, event) => {
      events.push(event as APIGatewayProxyEvent);

      return { kind: 'answer', payload };
    },
    readObject: async () => undefined,
  });

  return {
    baseUrl: gateway.endpoint,
    events,
    send: (...call) => sendRaw(gateway.endpoint, ...call),
    stop: () => gateway.stop(0),
  };
}
