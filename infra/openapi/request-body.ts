import type { DocumentedMediaType, DocumentedOperation, Schema } from '#lib/docs/openapi-document.ts';
import type { Contract } from '#lib/http/contract.ts';
import { bodyBytesMaxDefault } from '#lib/http/request.ts';
import type { Operation as NamedOperation } from '#lib/operations.ts';
import type { Examples } from './examples.ts';
import { describeFields, operationSchemaPath } from './fields.ts';
import { formatNumber } from './markdown.ts';
import { needsBody, type RequestSample } from './samples.ts';

export type Endpoint = NamedOperation<Contract>;

/** Inputs for describing an operation, in addition to its contract. */
export interface OperationContext {
  /** The described schema of `contacts.create body`, `… params`, `… query` or `… 201`. */
  readonly schemaOf: (key: string) => Schema;
  readonly examples: Examples;
  readonly sample: RequestSample;
}

const exampleFile = 'email,first name\nann@example.com,Ann\n';
/** A placeholder, because JSON cannot represent binary data. */
const exampleGzip = 'the bytes of contacts.csv.gz';

/** The body in each media type that the operation accepts; undefined if it accepts no body. */
export function requestBodyOf(
  endpoint: Endpoint,
  { schemaOf, sample, examples }: OperationContext,
): DocumentedOperation['requestBody'] {
  const { definition, name } = endpoint;
  const { body, rawBodyTypes = [], bodyBytesMax = bodyBytesMaxDefault, decodedBytesMax } = definition;
  const content: Record<string, DocumentedMediaType> = {};
  if (body) {
    const schema = describeFields(schemaOf(`${name} body`), operationSchemaPath(name));
    const example = sample.contentType === 'application/json' ? sample.body : examples.of(schema);
    content['application/json'] = { schema, example };
  }
  for (const type of rawBodyTypes) {
    const isForm = definition.form && type === 'multipart/form-data';
    const isGzip = type === 'application/gzip';
    const schema: Schema = isForm
      ? describeFields(schemaOf(`${name} form`), operationSchemaPath(name))
      : { type: 'string', ...(isGzip && { format: 'binary' }), maxLength: bodyBytesMax };
    const fileExample = isGzip ? exampleGzip : exampleFile;
    const generatedExample = () => (isForm ? examples.of(schema) : fileExample);
    content[type] = { schema, example: sample.contentType === type ? sample.body : generatedExample() };
  }
  if (Object.keys(content).length === 0) return undefined;
  const bytesText = (count: number) => `At most ${formatNumber(count)} bytes`;

  return {
    description:
      decodedBytesMax === undefined
        ? `${bytesText(bodyBytesMax)}.`
        : `${bytesText(bodyBytesMax)}. A body with \`Content-Encoding: gzip\` is decompressed before its size is checked. A gzip file without that header can have ${bytesText(decodedBytesMax).toLowerCase()} after decompression.`,
    required: needsBody(name, definition),
    content,
  };
}
