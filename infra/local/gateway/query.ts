import type { MultiValues } from './headers.ts';

/**
 * The decoded parameters of a query. A semicolon separates parameters like `&`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html#api-gateway-known-issues-rest-apis
 * @throws URIError for unencoded `|`, `{` and `}`, and for an invalid escape. AWS does not document its
 * response.
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
