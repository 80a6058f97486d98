import type { FunctionModel } from '../template/functions.ts';

/** The AWS services that functions call. */
export const serviceNames = ['dynamodb', 'sqs', 'scheduler', 'kms', 's3'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The endpoint of each service. */
export type Endpoints = Readonly<Record<ServiceName, string>>;

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The SDK's standard variable for the endpoint of a service, such as `AWS_ENDPOINT_URL_SQS`. */
export function endpointVariable(service: ServiceName): string {
  return `AWS_ENDPOINT_URL_${service.toUpperCase()}`;
}

export function endpointVariables(endpoints: Endpoints): Record<string, string> {
  return Object.fromEntries(serviceNames.map((name) => [endpointVariable(name), endpoints[name]]));
}

export function credentialVariables(credentials: Credentials): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...(credentials.sessionToken !== undefined && { AWS_SESSION_TOKEN: credentials.sessionToken }),
  };
}

/**
 * The engines' responses have the machine's time. If the moved clock is four minutes ahead, the SDK takes every
 * error for a consequence of a wrong clock: it retries failed conditions until its retry quota is empty, and a
 * real fault is then not retried. https://github.com/smithy-lang/smithy-typescript/pull/1170
 */
export const clockVariables = { AWS_DISABLE_CLOCK_SKEW_CORRECTION: 'true' };

/**
 * The complete `process.env` of a function: variables from the template and variables that Lambda sets. The access key is the
 * operation's name, so an engine's log shows the caller. `credentials` replace it for external engines that require real ones.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export function functionEnvironment(
  definition: FunctionModel,
  region: string,
  endpoints: Endpoints,
  credentials: Credentials = { accessKeyId: definition.operation, secretAccessKey: 'local' },
): Record<string, string> {
  return {
    ...definition.environment,
    ...endpointVariables(endpoints),
    ...credentialVariables(credentials),
    ...clockVariables,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_DEFAULT_REGION: region,
    AWS_REGION: region,
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: definition.codeFolder,
    _HANDLER: definition.handler,
    TZ: ':UTC',
  };
}
