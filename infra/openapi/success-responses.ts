import type { DocumentedMediaType, Response, Schema } from '#lib/docs/openapi-document.ts';
import type { Contract, SuccessStatus } from '#lib/http/contract.ts';
import { exampleByResponse } from './examples/all.ts';
import { describeFields, operationSchemaPath } from './fields.ts';
import { successHeaders } from './headers.ts';
import { isObject, refName } from './json-schema.ts';
import type { Endpoint, OperationContext } from './request-body.ts';

export function successResponses(endpoint: Endpoint, context: OperationContext): Record<string, Response> {
  const { definition } = endpoint;
  const statuses = Object.keys(definition.responses).map(Number) as SuccessStatus[];

  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: successTexts[status],
        headers: successHeaders(definition, status),
        ...(hasBody(status) && {
          content: {
            [definition.produces ?? 'application/json']: successMediaType(endpoint, status, context),
          },
        }),
      },
    ]),
  );
}

/** The example values of a response with several shapes apply to the first shape, which is the usual one. */
function successMediaType(
  { name, definition }: Endpoint,
  status: SuccessStatus,
  { schemaOf, examples, sample }: OperationContext,
): DocumentedMediaType {
  const response = `${name} ${status}`;
  const schema = describeFields(schemaOf(response), operationSchemaPath(name));
  if (definition.produces !== undefined) return { schema, example: bodyExamples[definition.produces] };
  const sources = {
    request: isObject(sample.body) ? sample.body : {},
    response: exampleByResponse[response] ?? {},
  };

  const options = schema.anyOf ?? [];
  if (options.length === 0) return { schema, example: examples.of(schema, sources, response) };
  const exampleOfOption = (option: Schema, index: number) =>
    examples.of(option, index === 0 ? sources : {}, response);

  return {
    schema,
    examples: Object.fromEntries(
      options.map((option, index) => [refName(option.$ref ?? ''), { value: exampleOfOption(option, index) }]),
    ),
  };
}

const bodyExamples: Readonly<Record<NonNullable<Contract['produces']>, string>> = {
  'text/html; charset=utf-8': '<!doctype html>…',
  'image/gif': 'GIF89a…',
};

const successTexts: Readonly<Record<SuccessStatus, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; processing continues in the background.',
  204: 'Success, without a body.',
  302: 'Redirect to the destination.',
};

/** Whether a response with this status has a body. */
export function hasBody(status: number): boolean {
  return status !== 204 && status !== 302;
}
