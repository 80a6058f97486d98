import type { ApiModel } from '../template/api.ts';
import type { MultiValues } from './headers.ts';

/** The path of a request, in two forms. */
export interface RequestTarget {
  /** Path without the stage, for matching routes. */
  readonly path: string;
  /** Path as the client sent it, with a single leading slash. */
  readonly requestPath: string;
}

/** Names of this machine, like a custom domain without a base path. A forwarded port can have another number. */
const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Splits a URL into stage and path. With the API's AWS host name, the path begins with the stage. Several leading slashes count as
 * one, as in recorded events.
 * @returns undefined for another stage, and for another host: API Gateway accepts only the names that it is configured for
 */
export function parseRequestTarget(
  url: string,
  host: string,
  { id, stage }: ApiModel,
): RequestTarget | undefined {
  const requestPath = (url.split('?')[0] ?? '').replace(/^\/*/, '/');
  if (ownHost.test(host)) return { path: requestPath, requestPath };
  if (!host.toLowerCase().startsWith(`${id.toLowerCase()}.execute-api.`)) return undefined;
  const [, name, ...rest] = requestPath.split('/');
  if (name !== stage) return undefined;

  return { path: `/${rest.join('/')}`.replace(/^\/*/, '/'), requestPath };
}

/**
 * The decoded parameters of a query. A semicolon separates parameters like `&`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html#api-gateway-known-issues-rest-apis
 * @throws URIError for unencoded `|`, `{` and `}`, and for an invalid escape. AWS does not document its response.
 */
export function parseQuery(query: string): MultiValues {
  if (/[|{}]/.test(query)) throw new URIError('not encoded');
  const values: MultiValues = Object.create(null);

  for (const pair of query.split(/[&;]/).filter((text) => text !== '')) {
    const [name = '', ...value] = pair.split('=');
    const key = decodeComponent(name);
    values[key] = [...(values[key] ?? []), decodeComponent(value.join('='))];
  }

  return { ...values };
}

function decodeComponent(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
