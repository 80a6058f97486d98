import type { Tool as ToolDescription } from '@modelcontextprotocol/sdk/types.js';
import type { DocumentedOperation, OpenApiDocument, Parameter, Schema } from '#lib/docs/openapi-document.ts';
import type { Contract } from '#lib/http/contract.ts';
import { toolOperations } from '#lib/mcp/operations.ts';
import { type Tool, tools } from '#lib/mcp/tools.ts';

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'A new value for each intended change. A repeated call with the same value changes nothing.',
};

const confirm = {
  type: 'string',
  maxLength: 2000,
  description:
    'Omit it first: the error then has the numbers and the value for this argument. Show the numbers to a person before you repeat the call with it.',
};

/** The tools of `POST /mcp`, with the texts of the document. */
export const describeTools = (document: OpenApiDocument): ToolDescription[] =>
  Object.entries(tools).map(([name, tool]) => describeTool(name, tool, document));

function describeTool(name: string, tool: Tool, document: OpenApiDocument): ToolDescription {
  const { summary, method }: Contract = toolOperations[tool.operation];
  const isRead = method === 'GET' || tool.changesNothing === true;

  return {
    name,
    description: [tool.fixed ? undefined : `${summary}.`, tool.hint]
      .filter((part) => part !== undefined)
      .join(' '),
    inputSchema: inputSchemaOf(tool, document),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: tool.confirm !== undefined,
      idempotentHint: isRead,
      openWorldHint: tool.confirm !== undefined,
    },
  };
}

/** The arguments of a tool: path parameters, query and body of its operation in one object. */
function inputSchemaOf(tool: Tool, document: OpenApiDocument): ToolDescription['inputSchema'] {
  const { method }: Contract = toolOperations[tool.operation];
  const isRead = method === 'GET';
  const { parameters = [], requestBody } = operationOf(tool, document);
  const body = requestBody?.content['application/json']?.schema;
  const parts = [
    ...parameters.flatMap((parameter) => partOf(parameter, document)),
    ...(body ? [mergeVariants(inline(body, document))] : []),
  ];
  const hidden = [...Object.keys(tool.fixed ?? {}), ...(tool.omitted ?? [])];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const names = Object.keys(properties).filter((name) => !hidden.includes(name));

  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(names.map((name) => [name, properties[name]])),
      ...(!isRead && !tool.changesNothing && { idempotencyKey }),
      ...(tool.confirm && { confirm }),
    },
    required: parts.flatMap(({ required = [] }) => required).filter((name) => names.includes(name)),
    additionalProperties: false,
  };
}

function operationOf({ operation }: Tool, { paths }: OpenApiDocument): DocumentedOperation {
  const found = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === operation);
  if (!found) throw new Error(`the document has no operation ${operation}`);

  return found;
}

/** Headers are no arguments. */
function partOf(parameter: Parameter, document: OpenApiDocument): Schema[] {
  const { in: place, name = '', schema = {}, description = '', required = false } = parameter;
  if (place !== 'path' && place !== 'query') return [];

  return [
    {
      properties: { [name]: inline({ ...schema, description }, document) },
      required: required ? [name] : [],
    },
  ];
}

/** The variants of a body that depends on one of its fields become one object, which requires what all of them require. */
function mergeVariants(schema: Schema): Schema {
  const variants = schema.anyOf ?? schema.oneOf ?? [schema];

  return {
    properties: Object.assign({}, ...variants.map(({ properties }) => properties)),
    required: (variants[0]?.required ?? []).filter((name) =>
      variants.every(({ required = [] }) => required.includes(name)),
    ),
  };
}

/** The first sentence, and the default. An agent reads the whole list before its first call, and links lead nowhere there. */
function shorten(text: string): string {
  const [first = ''] = text.replaceAll(/\[([^\]]+)\]\(#[^)]*\)/gu, '“$1”').split(/(?<=\.) /u);
  const [defaultText] = text.match(/Defaults? (?!`(?:null|false|\[\]|"")`).*$/u) ?? [];

  return defaultText === undefined || first === defaultText ? first : `${first} ${defaultText}`;
}

/** An agent can do without these: the service says so when a value breaks one. */
const omittedKeywords = [
  'additionalProperties',
  'examples',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'pattern',
  'uniqueItems',
  'x-extensible-enum',
];

/** The schema with all referenced ones in it, in the words of a reader who has nothing else of the document. */
function inline(schema: Schema, document: OpenApiDocument): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const isKeyword = typeof value !== 'object' || Array.isArray(value);
    if ((isKeyword && omittedKeywords.includes(key)) || value === 'int32') return undefined;
    if (key === 'description' && isKeyword) return shorten(value);
    if (typeof value?.$ref !== 'string') return value;
    const { $ref, ...rest } = value;
    const target = document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)];

    return { ...inline(target ?? {}, document), ...rest };
  });
}
