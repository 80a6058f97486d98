import type { MediaType, Operation, Schema } from '#lib/docs/openapi-document.ts';
import { bodyBytesMaxDefault } from '#lib/http/contract.ts';
import { describeFields, placeOf } from './fields.ts';
import type { Endpoint, OperationContext } from './operation.ts';
import { needsBody } from './samples.ts';

const exampleFile = 'email,first name\nann@example.com,Ann\n';
/** A placeholder, because JSON cannot represent binary data. */
const exampleGzip = 'the bytes of contacts.csv.gz';

export function requestBodyOf(
  endpoint: Endpoint,
  { schemaOf, sample, examples }: OperationContext,
): Operation['requestBody'] {
  const { definition, name } = endpoint;
  const { body, rawBodyTypes = [], bodyBytesMax = bodyBytesMaxDefault, decodedBytesMax } = definition;
  const content: Record<string, MediaType> = {};
  if (body) {
    const schema = describeFields(schemaOf(`${name} body`), placeOf(name));
    const example = sample.contentType === 'application/json' ? sample.body : examples.of(schema);
    content['application/json'] = { schema, example };
  }
  for (const type of rawBodyTypes) {
    const isForm = definition.form && type === 'multipart/form-data';
    const isGzip = type === 'application/gzip';
    const schema: Schema = isForm
      ? describeFields(schemaOf(`${name} form`), placeOf(name))
      : { type: 'string', ...(isGzip && { format: 'binary' }), maxLength: bodyBytesMax };
    const fallback = () => (isForm ? examples.of(schema) : isGzip ? exampleGzip : exampleFile);
    content[type] = { schema, example: sample.contentType === type ? sample.body : fallback() };
  }
  if (Object.keys(content).length === 0) return undefined;
  const bytes = (count: number) => `At most ${count.toLocaleString('en-GB')} bytes`;

  return {
    description:
      decodedBytesMax === undefined
        ? `${bytes(bodyBytesMax)}.`
        : `${bytes(bodyBytesMax)}. A body with \`Content-Encoding: gzip\` is decompressed before its size is checked. A gzip file without that header can have ${bytes(decodedBytesMax).toLowerCase()} after decompression.`,
    required: needsBody(name, definition),
    content,
  };
}
