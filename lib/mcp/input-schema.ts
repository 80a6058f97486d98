import type { Tool as ToolDescription } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/mini';
import type { Contract } from '#lib/http/contract.ts';
import { toolOperations } from '#lib/mcp/operations.ts';
import type { Tool } from '#lib/mcp/tools.ts';

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

/** The arguments of a tool: path parameters, query and body of its operation in one object. */
export function inputSchemaOf(tool: Tool): ToolDescription['inputSchema'] {
  const contract: Contract = toolOperations[tool.operation];
  const isRead = contract.method === 'GET';
  const parts = [contract.params, isRead ? contract.query : contract.body].map(schemaOf);
  const fixed = Object.keys(tool.fixed ?? {});
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const names = Object.keys(properties).filter((name) => !fixed.includes(name));

  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(names.map((name) => [name, properties[name]])),
      ...(!isRead && !tool.changesNothing && { idempotencyKey }),
      ...(tool.confirm && { confirm }),
    },
    required: parts.flatMap((part) => part.required).filter((name) => names.includes(name)),
    additionalProperties: false,
  };
}

const JsonObject = z.object({
  properties: z.record(z.string(), z.looseObject({})),
  required: z._default(z.array(z.string()), []),
});

function schemaOf(schema: z.ZodMiniType | undefined): z.infer<typeof JsonObject> {
  if (!schema) return { properties: {}, required: [] };
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The pattern of a date has 400 characters, and its format states the same.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      // A boolean of a query is a text.
      if (jsonSchema.enum?.join() === 'true,false') {
        delete jsonSchema.enum;
        jsonSchema.type = 'boolean';
        if (jsonSchema.default !== undefined) jsonSchema.default = jsonSchema.default === 'true';
      }
    },
  });

  return JsonObject.parse(json);
}
