import type { Services } from '#lib/runtime/services.ts';

/** Further ports of one function, made from what every function has; named where the function is, so that no other bundle carries them. */
export type Ports = Readonly<Record<string, (services: Services) => unknown>>;

export type Connected<P extends Ports> = Services & { readonly [Name in keyof P]: ReturnType<P[Name]> };

export function connect<P extends Ports>(services: Services, ports: P | undefined): Connected<P> {
  const made = Object.entries(ports ?? {}).map(([name, make]) => [name, make(services)]);

  // Object.fromEntries forgets which value stands under which name.
  return { ...services, ...Object.fromEntries(made) } as Connected<P>;
}
