import type { ApiModel } from '../template/api.ts';

export interface RequestTarget {
  /** Path without the stage, for matching routes. */
  readonly path: string;
  /** Path as the client sent it. */
  readonly requestPath: string;
}

/**
 * Splits a URL into stage and path. With the API's AWS host name, the path begins with the stage. Every other
 * host name is a custom domain without a base path. Several leading slashes count as one, as in recorded
 * events.
 * @returns undefined for another stage
 */
export function parseRequestTarget(
  url: string,
  host: string,
  { id, stage }: ApiModel,
): RequestTarget | undefined {
  const requestPath = (url.split('?')[0] ?? '').replace(/^\/*/, '/');
  if (!host.toLowerCase().startsWith(`${id.toLowerCase()}.execute-api.`))
    return { path: requestPath, requestPath };
  const [, name, ...rest] = requestPath.split('/');
  if (name !== stage) return undefined;

  return { path: `/${rest.join('/')}`.replace(/^\/*/, '/'), requestPath };
}
