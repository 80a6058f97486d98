import type { DocumentedOperation, OpenApiDocument, PathItem } from '#lib/docs/openapi-document.ts';

/**
 * The document for generators of clients: the operations for API keys, with JSON as their only body where they accept it, and the
 * events. Chapters are omitted, and so is every component that nothing refers to.
 */
export function clientProfile(document: OpenApiDocument): OpenApiDocument {
  const { components, webhooks } = document;
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .map(([path, item]) => [path, forClients(item)] as const)
      .filter(([, item]) => Object.keys(item).length > 0),
  );
  const tags = new Set(
    [paths, webhooks]
      .flatMap((items) => Object.values(items))
      .flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)),
  );
  const used = usedReferences({ paths, webhooks }, components);
  const usedOf = <Value>(kind: string, members: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => used.has(`${kind}/${name}`)));

  return {
    ...document,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths,
    components: {
      schemas: usedOf('schemas', components.schemas),
      responses: usedOf('responses', components.responses),
      parameters: usedOf('parameters', components.parameters),
      headers: usedOf('headers', components.headers),
      securitySchemes: Object.fromEntries(
        Object.entries(components.securitySchemes).filter(([name]) => name === 'apiKey'),
      ),
    },
  };
}

function forClients(item: PathItem): PathItem {
  return Object.fromEntries(
    Object.entries(item)
      .filter(([, { security }]) => security.some(hasApiKey))
      .map(([method, operation]) => [
        method,
        { ...withOneBody(operation), security: operation.security.filter(hasApiKey) },
      ]),
  );
}

const hasApiKey = (requirement: Readonly<Record<string, unknown>>): boolean => 'apiKey' in requirement;

/** A file as the whole body has its options in the query. In JSON, they are in the body. */
function withOneBody(operation: DocumentedOperation): DocumentedOperation {
  const { requestBody, parameters = [] } = operation;
  const json = requestBody?.content['application/json'];
  if (!requestBody || !json || Object.keys(requestBody.content).length === 1) return operation;

  return {
    ...operation,
    parameters: parameters.filter((parameter) => parameter.in !== 'query'),
    requestBody: { ...requestBody, content: { 'application/json': json } },
  };
}

/** The components that a part refers to, directly or through other components: `schemas/Contact`. */
function usedReferences(part: unknown, components: OpenApiDocument['components']): Set<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, reference = ''] of JSON.stringify(value).matchAll(/"#\/components\/([^"]+)"/g)) {
      if (used.has(reference)) continue;
      used.add(reference);
      const [kind = '', name = ''] = reference.split('/');
      visit(Object(Object(components)[kind])[name]);
    }
  };
  visit(part);

  return used;
}
