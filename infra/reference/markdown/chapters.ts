import type {
  DocumentedOperation,
  DocumentedTag,
  OpenApiDocument,
  Parameter,
  Response,
} from '#lib/docs/openapi-document.ts';
import { slugOf } from '../../openapi/links.ts';
import { SchemaText } from './schema-text.ts';

/** The chapters of the reference in Markdown, by their path below the address of the API. */
export function chapterPages(document: OpenApiDocument): Record<string, string> {
  return Object.fromEntries(document.tags.map((tag) => [pagePath(tag), describeChapter(tag, document)]));
}

/** `docs/bulk-jobs.md` */
export function pagePath({ name }: DocumentedTag): string {
  return `docs/${slugOf(name)}.md`;
}

/** The operations and events of a chapter by their title, such as `GET /contacts`. */
export function operationsOf(
  { name }: DocumentedTag,
  { paths, webhooks }: Pick<OpenApiDocument, 'paths' | 'webhooks'>,
): [string, DocumentedOperation][] {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, DocumentedOperation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
  const events = Object.entries(webhooks).flatMap(([event, item]) =>
    Object.values(item).map((operation): [string, DocumentedOperation] => [event, operation]),
  );

  return [...operations, ...events].filter(([, { tags }]) => tags.includes(name));
}

function describeChapter(tag: DocumentedTag, document: OpenApiDocument): string {
  const types = new SchemaText(document.components.schemas);
  const operations = operationsOf(tag, document).map(([title, operation]) =>
    describeOperation(title, operation, types, document.components),
  );
  const sections = types.sections();
  const text = [
    `# ${tag.name}`,
    tag.description,
    ...operations,
    ...(sections.length > 0 ? ['## Objects', 'A `?` marks a field that can be absent.', ...sections] : []),
  ].join('\n\n');

  // Anchors of the page of `GET /docs` are pages here.
  return `${text.replaceAll(/\]\(#tag\/([\w-]+)\)/g, ']($1.md)')}\n`;
}

function describeOperation(
  title: string,
  operation: DocumentedOperation,
  types: SchemaText,
  components: OpenApiDocument['components'],
): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const errors = Object.keys(responses).filter((status) => Number(status) >= 400);

  return [
    `## ${title}`,
    description === `${summary}.` ? '' : `**${summary}**`,
    description,
    ...describeParameters(
      parameters.map((parameter) => ({ ...parameter, ...memberOf(components.parameters, parameter) })),
      types,
    ),
    ...describeBody(requestBody, types),
    ...Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) =>
        describeResponse(status, { ...response, ...memberOf(components.responses, response) }, types),
      ),
    errors.length > 0 ? `Errors: ${errors.join(', ')}, see [Errors](errors.md).` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeParameters(parameters: readonly Parameter[], types: SchemaText): string[] {
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const list = (place: string) =>
    inPlace(place)
      .map(({ name = '', required, schema = {}, description }) =>
        types.fieldOf(required === true ? name : `${name}?`, schema, description),
      )
      .join('\n');
  const headers = inPlace('header').map(({ name }) => `\`${name}\``);

  return [
    ...[list('path'), list('query')].map((fields, index) =>
      fields === '' ? '' : `${index === 0 ? 'Path' : 'Query'}:\n\n${fields}`,
    ),
    headers.length > 0 ? `Headers: ${headers.join(', ')}.` : '',
  ];
}

function describeBody(body: DocumentedOperation['requestBody'], types: SchemaText): string[] {
  return Object.entries(body?.content ?? {}).flatMap(([mediaType, { schema, example, examples = {} }]) => [
    `Request body, ${mediaType}: ${types.typeOf(schema)}. ${body?.description ?? ''}`.trim(),
    ...[example, ...Object.values(examples).map(({ value }) => value)]
      .filter((value) => mediaType === 'application/json' && value !== undefined)
      .map((value) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``),
  ]);
}

function describeResponse(status: string, { content, description }: Response, types: SchemaText): string {
  const contents = Object.entries(content ?? {}).map(
    ([mediaType, { schema }]) => `${mediaType}, ${types.typeOf(schema)}`,
  );

  return `Response ${status}: ${contents.length > 0 ? contents.join(' or ') : description}.`.replace(
    /\.\.$/,
    '.',
  );
}

function memberOf<Member>(members: Readonly<Record<string, Member>>, { $ref = '' }: { $ref?: string }) {
  return members[$ref.slice($ref.lastIndexOf('/') + 1)];
}
