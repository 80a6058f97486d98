import type { ApiModel } from '../template/api.ts';

type Environment = Readonly<Record<string, string>>;

/** Address of the API on this machine. It replaces the AWS address of the template in the functions' variables. */
export interface ApiAddress {
  /** Sets the local address, once the gateway has started. */
  resolve(baseUrl: string): void;
  /** The local address. Empty before `resolve`. */
  current(): string;
  /** Replaces the API's AWS address with its local address in all variables. No change before `resolve`. */
  putInto(environment: Environment): Record<string, string>;
}

export function createApiAddress({ id }: Pick<ApiModel, 'id'>): ApiAddress {
  const deployedUrl = new RegExp(`^https://${id}\\.execute-api\\.[^/]+/[^/]+`);
  let localUrl: string | undefined;

  return {
    resolve: (baseUrl) => {
      localUrl = baseUrl;
    },
    current: () => localUrl ?? '',
    putInto: (environment) =>
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          value.replace(deployedUrl, localUrl ?? '$&'),
        ]),
      ),
  };
}
