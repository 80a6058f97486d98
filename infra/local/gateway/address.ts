import type { ApiModel } from '../template/api.ts';

export interface Address {
  /** Without the stage: what the routes of the API are matched with. */
  readonly path: string;
  /** As the client sent it. */
  readonly requestPath: string;
}

/**
 * Where a request is addressed to. At the host name that AWS gives the API the path begins with the stage. Every other host
 * name is a custom domain without a base path. Leading slashes count as one, as recorded events show.
 * @returns undefined for another stage
 */
export function addressOf(url: string, host: string, { id, stage }: ApiModel): Address | undefined {
  const requestPath = (url.split('?')[0] ?? '').replace(/^\/*/, '/');
  if (!host.toLowerCase().startsWith(`${id.toLowerCase()}.execute-api.`))
    return { path: requestPath, requestPath };
  const [, name, ...rest] = requestPath.split('/');
  if (name !== stage) return undefined;

  return { path: `/${rest.join('/')}`.replace(/^\/*/, '/'), requestPath };
}
