import type { ApiModel } from '../template/api.ts';
import type { MultiValues } from './headers.ts';

/** The path of a request, in two forms. */
export interface RequestTarget {
  /** Path without the stage, for matching routes. */
  readonly path: string;
  /** Path as the client sent it, with a single leading slash. */
  readonly requestPath: string;
}

/**
 * Splits a URL into stage and path. With the API's AWS host name, the path begins with the stage. Every other host name is a
 * custom domain without a base path. Several leading slashes count as one, as in recorded events.
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
