import type { OpenApiDocument, Schema } from '#lib/docs/openapi-document.ts';
import {
  type ClientOperation,
  eventsOf,
  operationsOf,
  pascalCase,
  pathNames,
  schemaName,
  snakeCase,
  wordsOf,
} from '../operations.ts';

/** Names of parameters that Python reserves or defines. The generator appends an underscore to them, too. */
const reserved = ['from', 'import', 'type', 'format', 'filter'];

const pythonName = (name: string): string => {
  const text = snakeCase(wordsOf(name.replaceAll('-', '')));

  return reserved.includes(text) ? `${text}_` : text;
};

/** A module with a class for each resource, and a method for each operation. */
export function describeOperations(document: OpenApiDocument): string {
  const resources = [...operationsOf(document).values()];
  const operations = resources.flat();
  const describe = new MethodDescriber(document);
  const classes = resources.map((each) => {
    const name = pascalCase(each[0]?.resource ?? []);

    return `class ${name}:\n    def __init__(self, api: AuthenticatedClient) -> None:\n        self._api = api\n\n${each.map(describe.method).join('\n')}`;
  });
  const properties = resources.map(([first]) => {
    const words = first?.resource ?? [];

    return `        self.${snakeCase(words)} = ${pascalCase(words)}(api)`;
  });
  const events = eventsOf(document);

  return `"""A method for each operation."""

from __future__ import annotations

import datetime
from typing import Any, TypeVar

${operations.map(describeImport).join('\n')}
from .generated import models
from .generated.client import AuthenticatedClient
from .generated.types import UNSET, Response, Unset
from .pages import Pages
from .transport import checked_id

Result = TypeVar("Result")
WebhookEvent = ${events.map(({ schema }) => `models.${schema}`).join(' | ')}
EVENTS: dict[str, type[WebhookEvent]] = {
${events.map(({ type, schema }) => `    "${type}": models.${schema},`).join('\n')}
}


def _parsed(response: Response[Result]) -> Result:
    assert response.parsed is not None
    return response.parsed


${classes.join('\n\n')}

class Operations:
    def __init__(self, api: AuthenticatedClient) -> None:
${properties.join('\n')}
`;
}

/** The name of the module that the generator writes for an operation. */
const moduleOf = ({ id }: ClientOperation): string => id.replaceAll(/[.-]/g, '_');

const describeImport = (operation: ClientOperation): string =>
  `from .generated.api.${snakeCase(operation.tag)} import ${moduleOf(operation)}`;

class MethodDescriber {
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  readonly method = (operation: ClientOperation): string => {
    const { body, id, isList, isWrite, hasIfMatch, method, name, path, query, results, summary } = operation;
    const ids = pathNames(path).map((each) => pythonName(each));
    const named = [
      ...query.map((each) => ({ name: pythonName(each.name), type: this.#typeOf(each.schema) })),
      ...(isWrite ? [{ name: 'idempotency_key', type: 'str' }] : []),
      ...(hasIfMatch ? [{ name: 'if_match', type: 'str' }] : []),
    ];
    const model = body && this.#modelsOf(body.schema, `${pascalCase(id.split(/[.-]/))}Body`);
    const parameters = [
      'self',
      ...ids.map((each) => `${each}: str`),
      ...(model ? [`body: ${model}${body?.isRequired ? '' : ' | Unset = UNSET'}`] : []),
      ...(named.length > 0 ? ['*'] : []),
      ...named.map((each) => `${each.name}: ${each.type} | Unset = UNSET`),
    ];
    const values = [
      ...ids.map((each) => `checked_id(${each})`),
      'client=self._api',
      ...(isList ? ['cursor=cursor'] : []),
      ...(body ? ['body=body'] : []),
      ...named.map((each) => `${each.name}=${each.name}`),
    ];
    const call = `${moduleOf(operation)}.sync_detailed(${values.join(', ')})`;
    const result = this.#resultOf(results, isList);
    const statement = isList
      ? `return Pages(lambda cursor: _parsed(${call}))`
      : result === 'None'
        ? call
        : `return _parsed(${call})`;

    return `    def ${pythonName(snakeCase(name))}(${parameters.join(', ')}) -> ${result}:
        """${summary}: \`\`${method} ${path}\`\`."""
        ${statement}
`;
  };

  #resultOf(results: ClientOperation['results'], isList: boolean): string {
    const [first] = results;
    if (!first) return 'None';
    if (isList) {
      const page = this.#resolve(first.schema).properties?.['data'];

      return `Pages[${this.#modelsOf(page?.items ?? {})}]`;
    }

    return this.#modelsOf(first.schema);
  }

  /** The classes of a schema. The generator has no class for a union, and names the schema of a body after its operation. */
  #modelsOf(schema: Schema, bodyName = ''): string {
    const { anyOf, oneOf = anyOf } = this.#resolve(schema);
    if (oneOf) return oneOf.map((each) => this.#modelsOf(each)).join(' | ');

    return `models.${schemaName(schema) || bodyName}`;
  }

  #typeOf(schema: Schema): string {
    const { type, format } = this.#resolve(schema);
    if (format === 'date-time') return 'datetime.datetime';
    if (format === 'date') return 'datetime.date';

    return type === 'integer' ? 'int' : type === 'boolean' ? 'bool' : 'str';
  }

  #resolve(schema: Schema): Schema {
    return this.#document.components.schemas[schemaName(schema)] ?? schema;
  }
}
