import { type Capability, capabilityEnvironment } from '#lib/runtime/capabilities.ts';

type Environment<Name extends Capability> = Record<(typeof capabilityEnvironment)[Name][number], string>;

/**
 * The variables of one capability; the only reader of the environment.
 * @throws when any is missing, naming all that are: a function deployed without them must not start to work.
 */
export function readConfig<Name extends Capability>(capability: Name): Environment<Name> {
  const names: readonly string[] = capabilityEnvironment[capability];
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`${capability} needs ${missing.join(', ')}`);

  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Environment<Name>;
}

/** `contacts.create`: set on every function by the infrastructure, for its logs. */
export function operationName(): string {
  return process.env['OPERATION'] ?? 'unknown';
}

/** Whether customers' addresses may lie on this machine. Anything but `allow` refuses. */
export function loopbackRule(): 'allow' | 'refuse' {
  return readConfig('addresses:check').OUTBOUND_LOOPBACK === 'allow' ? 'allow' : 'refuse';
}

/** After how long without an answer a webhook endpoint is slow, in milliseconds. */
export function slowAfterMs(): number {
  return Number(readConfig('webhooks:pace').SLOW_AFTER_MS);
}

/** How long a failing webhook endpoint is left alone between two attempts, in milliseconds. */
export function failingAttemptMs(): number {
  return Number(readConfig('webhooks:pace').FAILING_ATTEMPT_SECONDS) * 1000;
}

/** Where the public paths of mails' links are, without a slash at the end. */
export function linksBaseUrl(): string {
  return readConfig('links:make').LINKS_BASE_URL;
}
