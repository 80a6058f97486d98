import type { MethodDeploymentOptions, StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { type Contract, methodsOf } from '#lib/http/contract.ts';
import { fallback, type Operation } from '#lib/operations.ts';
import { fallbackMethods } from './gateway-definition.ts';

/**
 * Rate limits of the gateway, for all callers together: a flood of one method must not use up the requests of the account for
 * the others. The gateway counts each method of a path separately:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 *
 * Link endpoints and unknown paths have the limits of their contracts. Links are not limited per address, because the proxies
 * of mail clients send the requests of many users from a few addresses.
 * @param methodRequestsPerSecond of every other method
 */
export function throttlesOf(
  endpoints: readonly Operation<Contract>[],
  methodRequestsPerSecond: number,
): StageOptions {
  const methodOptions = [...endpoints, fallback].flatMap((operation) => {
    const { path, requestsPerSecond: rate } = operation.definition;
    if (rate === undefined) return [];
    const methods = operation === fallback ? fallbackMethods : methodsOf(operation.definition);

    return methods.map((method) => [`${path}/${method}`, throttleOf(rate)]);
  });

  return { ...throttleOf(methodRequestsPerSecond), methodOptions: Object.fromEntries(methodOptions) };
}

function throttleOf(rate: number): MethodDeploymentOptions {
  return { throttlingRateLimit: rate, throttlingBurstLimit: 2 * rate };
}
