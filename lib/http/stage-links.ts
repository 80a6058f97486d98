import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The chapters of the API document that explain an error by its status; `errors` explains the others. */
const chapters: Readonly<Record<number, string>> = {
  401: 'authentication',
  403: 'roles',
  429: 'rate-limits',
};

/** The `Link` header of an error. Relation `help`: https://html.spec.whatwg.org/multipage/links.html#link-type-help */
export const helpLink = (event: APIGatewayProxyEvent, status: number): string =>
  `<${stagePathOf(event)}/docs/${chapters[status] ?? 'errors'}.md>; rel="help"`;

/**
 * The prefix of the API's paths in a request: `/` and the stage at the gateway's default host, the base path of a custom
 * domain, or nothing. The leading slash is single, because two slashes would start a host name.
 */
export function stagePathOf({ resource, pathParameters, requestContext }: APIGatewayProxyEvent): string {
  const parts = partsOf(requestContext.path);
  const routeParts = partsOf(resource.replace('{proxy+}', pathParameters?.['proxy'] ?? ''));

  return parts
    .slice(0, Math.max(0, parts.length - routeParts.length))
    .map((part) => `/${part}`)
    .join('');
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');
