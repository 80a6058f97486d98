import type { Services } from '#lib/runtime/services.ts';

/**
 * Additional services of one function, created from the basic ones. A function declares them itself, so that other bundles do
 * not include them.
 */
export type Ports = Readonly<Record<string, (services: Services) => unknown>>;

export type Connected<P extends Ports> = Services & { readonly [Name in keyof P]: ReturnType<P[Name]> };

/** Creates the additional services of a function and adds them to the basic ones. */
export function connect<P extends Ports>(services: Services, ports: P | undefined): Connected<P> {
  const portServices = Object.entries(ports ?? {}).map(([name, make]) => [name, make(services)]);

  // Object.fromEntries loses the relation between names and value types.
  return { ...services, ...Object.fromEntries(portServices) } as Connected<P>;
}
