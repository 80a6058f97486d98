import {
  AccessLogFormat,
  AccessLogField as Field,
  LogGroupLogDestination,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { Contract } from '#lib/http/contract.ts';
import type { Operation } from '#lib/operations.ts';
import type { StageSettings } from '../stages.ts';
import { throttlesOf } from './gateway-throttles.ts';
import { createLogGroup } from './operation-function.ts';

/** How the gateway limits and records requests. */
export function stageOptionsOf(
  scope: Construct,
  endpoints: readonly Operation<Contract>[],
  settings: StageSettings,
): StageOptions {
  return {
    ...throttlesOf(endpoints, settings.methodRequestsPerSecond),
    ...(settings.tracing && { tracingEnabled: true }),
    ...(settings.accessLogs && accessLogOf(scope, settings)),
  };
}

/**
 * One line for each request, also for a request that the gateway answers itself. It has neither addresses nor the path, which can
 * have a token; `requestId` is the `X-Request-Id` of the response.
 */
function accessLogOf(scope: Construct, settings: StageSettings): StageOptions {
  return {
    accessLogDestination: new LogGroupLogDestination(createLogGroup(scope, 'AccessLogs', settings)),
    accessLogFormat: AccessLogFormat.custom(
      JSON.stringify({
        time: Field.contextRequestTime(),
        requestId: Field.contextRequestId(),
        method: Field.contextHttpMethod(),
        route: Field.contextResourcePath(),
        status: Field.contextStatus(),
        integrationStatus: Field.contextIntegrationStatus(),
        error: Field.contextErrorResponseType(),
        latencyMs: Field.contextResponseLatency(),
        bytes: Field.contextResponseLength(),
      }),
    ),
  };
}
