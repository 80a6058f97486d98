import type { ApiModel } from '../template/api.ts';

type Environment = Readonly<Record<string, string>>;

/** Where the API is found: the template knows the address that it would have on AWS, and has told it to functions. */
export interface OwnAddress {
  resolve(baseUrl: string): void;
  /** Variables with the API's address on this machine wherever they name the other one. */
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
