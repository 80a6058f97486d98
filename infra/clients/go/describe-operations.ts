import type { OpenApiDocument, Schema } from '#lib/docs/openapi-document.ts';
import { type ClientOperation, operationsOf, pascalCase, pathNames, schemaName } from '../operations.ts';

const helpers = `
// checkIDs rejects an empty id and dots, which would lead to another resource.
func checkIDs(ids ...string) error {
	for _, id := range ids {
		if id == "" || id == "." || id == ".." {
			return errors.New("an id must not be empty")
		}
	}
	return nil
}

func pageOf[Item any](data []Item, cursor nullable.Nullable[string]) *Page[Item] {
	page := &Page[Item]{Data: data}
	if next, err := cursor.Get(); err == nil {
		page.NextCursor = &next
	}
	return page
}

// resultOf returns the body of the response that the API sent.
func resultOf[Result any](bodies ...*Result) (*Result, error) {
	for _, body := range bodies {
		if body != nil {
			return body, nil
		}
	}
	return nil, errors.New("the response has no JSON body")
}

func valueOf[Value any](pointer *Value) Value {
	if pointer == nil {
		return *new(Value)
	}
	return *pointer
}
`;

/** A file with a type for each resource, and a method for each operation. */
export function describeOperations(document: OpenApiDocument, module: string): string {
  const resources = [...operationsOf(document).values()];
  const names = resources.map(([first]) => pascalCase(first?.resource ?? []));
  const types = resources.map((operations, index) => {
    const name = `${names[index]}Operations`;
    const methods = operations.map((operation) =>
      operation.isList ? describeList(operation, name, document) : describeMethod(operation, name),
    );

    return `// ${name} are the operations of a resource.\ntype ${name} struct{ api *api.ClientWithResponses }\n\n${methods.join('\n')}`;
  });

  return `package outreach

import (
	"context"
	"errors"

	"github.com/oapi-codegen/nullable"

	"${module}/api"
)

type operations struct {
${names.map((name) => `\t${name} ${name}Operations`).join('\n')}
}

func newOperations(client *api.ClientWithResponses) operations {
	return operations{${names.map((name) => `${name}Operations{client}`).join(', ')}}
}

${types.join('\n')}
${jobs.map(describeWait).join('\n')}
${helpers}`;
}

/** Jobs with the method that reads one, and their schema. */
const jobs = [
  ['Import', 'Contacts.GetImport', 'ImportReport'],
  ['BulkJob', 'BulkJobs.Get', 'BulkJob'],
  ['Export', 'Exports.Get', 'Export'],
  ['Erasure', 'Erasures.Get', 'Erasure'],
];

const describeWait = ([name = '', method = '', schema = '']: string[]) =>
  `// WaitFor${name} waits until the job is completed.
func (c *Client) WaitFor${name}(ctx context.Context, id string) (*api.${schema}, error) {
	return wait(ctx, id, c.${method})
}
`;

const operationName = ({ id }: ClientOperation): string => pascalCase(id.split(/[.-]/));

/** Comment and signature of a method. */
function describeSignature(operation: ClientOperation, receiver: string, input: string[], result: string) {
  const name = pascalCase(operation.name);
  const ids = pathNames(operation.path).map((each) => `${each} string`);
  const parameters = ['ctx context.Context', ...ids, ...input, 'options ...Option'].join(', ');
  const comment = `// ${name}: ${operation.summary}. ${operation.method} ${operation.path}`;

  return `${comment}\nfunc (o ${receiver}) ${name}(${parameters}) ${result}`;
}

function describeCheck(operation: ClientOperation, failure: string): string {
  const ids = pathNames(operation.path);

  return ids.length === 0
    ? ''
    : `\tif err := checkIDs(${ids.join(', ')}); err != nil {\n\t\treturn ${failure}\n\t}\n`;
}

function describeMethod(operation: ClientOperation, receiver: string): string {
  const { body, isWrite, path, query, results } = operation;
  const name = operationName(operation);
  const hasQuery = query.length > 0;
  const input = [
    ...(hasQuery ? [`params *api.${name}Params`] : []),
    ...(body ? [`body api.${schemaName(body.schema) || `${name}JSONRequestBody`}`] : []),
  ];
  const values = [
    'ctx',
    ...pathNames(path),
    ...(hasQuery ? ['params'] : isWrite ? ['nil'] : []),
    ...(body ? ['body'] : []),
    'options...',
  ];
  const call = `o.api.${name}WithResponse(${values.join(', ')})`;
  const [first] = results;
  if (!first) {
    const signature = describeSignature(operation, receiver, input, 'error');

    return `${signature} {\n${describeCheck(operation, 'err')}\t_, err := ${call}\n\treturn err\n}\n`;
  }
  const result = schemaName(first.schema) || `${name}${first.status}JSONResponseBody`;
  const signature = describeSignature(operation, receiver, input, `(*api.${result}, error)`);
  const bodies = results.map(({ status }) => `response.JSON${status}`).join(', ');

  return `${signature} {
${describeCheck(operation, 'nil, err')}	response, err := ${call}
	if err != nil {
		return nil, err
	}
	return resultOf(${bodies})
}
`;
}

function describeList(operation: ClientOperation, receiver: string, { components }: OpenApiDocument): string {
  const name = operationName(operation);
  const page: Schema | undefined = components.schemas[schemaName(operation.results[0]?.schema ?? {})];
  const item = `api.${schemaName(page?.properties?.['data']?.items ?? {})}`;
  const signature = describeSignature(operation, receiver, [`params *api.${name}Params`], `*Pages[${item}]`);
  const values = ['ctx', ...pathNames(operation.path), '&query', 'options...'].join(', ');

  return `${signature} {
	return &Pages[${item}]{func(cursor *string) (*Page[${item}], error) {
${describeCheck(operation, 'nil, err')}		query := valueOf(params)
		query.Cursor = cursor
		response, err := o.api.${name}WithResponse(${values})
		if err != nil {
			return nil, err
		}
		page, err := resultOf(response.JSON200)
		if err != nil {
			return nil, err
		}
		return pageOf(page.Data, page.NextCursor), nil
	}}
}
`;
}
