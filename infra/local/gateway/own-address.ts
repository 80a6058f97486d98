import type { ApiModel } from '../template/api.ts';

type Environment = Readonly<Record<string, string>>;

/**
 * Address of the API on this machine. It replaces the AWS address of the template in the functions'
 * variables.
 */
export interface OwnAddress {
  resolve(baseUrl: string): void;
  /** Replaces the API's AWS address with its local address in all variables. */
  putInto(environment: Environment): Record<string, string>;
}

export function createOwnAddress({ id }: Pick<ApiModel, 'id'>): OwnAddress {
  const deployed = new RegExp(`^https://${id}\\.execute-api\\.[^/]+/[^/]+`);
  let own: string | undefined;

  return {
    resolve: (baseUrl) => {
      own = baseUrl;
    },
    putInto: (environment) =>
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, value.replace(deployed, own ?? '$&')]),
      ),
  };
}
