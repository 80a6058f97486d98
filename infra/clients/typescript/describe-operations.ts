import { type ClientOperation, camelCase, pathNames } from '../operations.ts';

const head = `
import { type Page, Pages } from './pages.ts';
import type { operations, webhooks } from './schema.d.ts';
import { pathOf, type RequestOptions, Transport, type UpdateOptions, type WriteOptions } from './transport.ts';

type Ids = keyof operations;
type Json<Part> = Part extends { content: { 'application/json': infer Value } } ? Value : never;

/** The result of an operation: \`Result<'contacts.get'>\`. */
export type Result<Id extends Ids> = Json<operations[Id]['responses'][keyof operations[Id]['responses']]>;
/** The body of an operation. */
export type Body<Id extends Ids> = operations[Id] extends { requestBody?: infer Part } ? Json<NonNullable<Part>> : never;
/** The query of an operation. */
export type Query<Id extends Ids> = Omit<NonNullable<operations[Id]['parameters']['query']>, 'cursor'>;
type Item<List> = List extends Page<infer Element> ? Element : never;
/** A delivery to a webhook. */
export type WebhookEvent = Json<webhooks[keyof webhooks]['post']['requestBody']>;

export class Operations extends Transport {
`;

/** The source of a class with a method for each operation. */
export function describeOperations(resources: ReadonlyMap<string, readonly ClientOperation[]>): string {
  const members = [...resources.values()].map((operations) => {
    const methods = operations.map(describeMethod).join('\n');

    return `  readonly ${camelCase(operations[0]?.resource ?? [])} = {\n${methods}\n  };`;
  });

  return `${head}${members.join('\n')}\n}\n`;
}

function describeMethod(operation: ClientOperation): string {
  const { id, isList, isWrite, hasIfMatch, method, path, summary, results } = operation;
  const options = isWrite ? `${hasIfMatch ? 'Update' : 'Write'}Options` : 'RequestOptions';
  const parameters = [
    ...pathNames(path).map((name) => `${name}: string`),
    ...input(operation),
    `options?: ${options}`,
  ];
  const result = results.length > 0 ? `Result<'${id}'>` : 'undefined';
  const url = `pathOf\`${path.replaceAll('{', '${')}\``;
  const parts = [operation.body && 'body', operation.query.length > 0 && 'query', 'options'].filter(Boolean);
  const send = (query: string) => `this.send<${result}>('${method}', ${url}, { ${query} })`;
  const returns = isList
    ? `: Pages<Item<${result}>> =>\n      new Pages((cursor) => ${send('query: { ...query, cursor }, options')}),`
    : `: Promise<${result}> => ${send(parts.join(', '))},`;

  return `    /** ${summary}: \`${method} ${path}\`. */\n    ${camelCase(operation.name)}: (${parameters.join(', ')})${returns}`;
}

function input({ id, body, isList, query }: ClientOperation): string[] {
  if (body) return [`body${body.isRequired ? '' : '?'}: Body<'${id}'>`];

  return isList || query.length > 0 ? [`query?: Query<'${id}'>`] : [];
}
