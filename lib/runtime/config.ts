import { capabilityEnvironment, queueVariable } from '#lib/runtime/capabilities.ts';
import type { QueueName } from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';

type FixedEnvironment = typeof capabilityEnvironment;

/**
 * Reads the variables of one capability. No other file reads the environment.
 * @throws when variables are missing; the message names all of them
 */
export function readConfig<Name extends keyof FixedEnvironment>(
  capability: Name,
): Record<FixedEnvironment[Name][number], string> {
  return readVariables(capability, capabilityEnvironment[capability]);
}

/** The URL of the queue of the capability `<queue>:send`. @throws when the variable is missing */
export function queueUrl(queue: QueueName): string {
  const name = queueVariable(queue);

  return readVariables(`${queue}:send`, [name])[name] ?? '';
}

function readVariables<Name extends string>(
  capability: string,
  names: readonly Name[],
): Record<Name, string> {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`${capability} needs ${missing.join(', ')}`);

  return recordOf(names, (name) => process.env[name] ?? '');
}

/** The operation's name, such as `contacts.create`. The infrastructure sets it on every function, for logs. */
export function operationName(): string {
  return process.env['OPERATION'] ?? 'unknown';
}

/** The table request during init; undefined in tests and tools. The infrastructure derives it from `needs`. */
export function primingRequest(): 'read' | 'count' | undefined {
  const value = process.env['PRIMING'];

  return value === 'read' || value === 'count' ? value : undefined;
}

/** Endpoint of the SDK's S3 clients; undefined on AWS. The SDK's own variable, which the local stack sets. */
export function s3Endpoint(): string | undefined {
  return process.env['AWS_ENDPOINT_URL_S3'];
}

/** Whether customers' addresses may be loopback addresses. Any value except `allow` refuses them. */
export function loopbackRule(): 'allow' | 'refuse' {
  return readConfig('addresses:check').OUTBOUND_LOOPBACK === 'allow' ? 'allow' : 'refuse';
}

/** Response time in milliseconds from which a webhook endpoint is slow. */
export function slowAfterMs(): number {
  return numberOf('SLOW_AFTER_MS');
}

/**
 * Interval in milliseconds between two attempts at a failing webhook endpoint; 0 switches the circuit breaker and the leases of
 * slow requests off.
 */
export function failingAttemptMs(): number {
  return numberOf('FAILING_ATTEMPT_SECONDS') * 1000;
}

/** @throws when the variable is not a number from 0; NaN would switch limits off */
function numberOf(name: FixedEnvironment['webhooks:pace'][number]): number {
  const value = Number(readConfig('webhooks:pace')[name]);
  if (!(value >= 0)) throw new Error(`${name} must be a number from 0`);

  return value;
}

/** Base URL of the links in emails, without a trailing slash. */
export function linksBaseUrl(): string {
  return readConfig('links:make').LINKS_BASE_URL;
}
