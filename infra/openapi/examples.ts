import type { Schema } from '#lib/docs/openapi-document.ts';
import { exampleByName, exampleTime, exampleUlid } from './example-values.ts';
import { isObject, refName } from './json-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Maximum nesting depth of an example. */
const depthMax = 12;

/**
 * Generates examples of schemas. A field gets the value with its name from `defaults` or `exampleByName`, if its schema allows the
 * value. Otherwise, it gets a simple valid value.
 */
export class Examples {
  readonly #components: Readonly<Record<string, Schema>>;
  readonly #allows: (schema: Schema, value: unknown) => boolean;

  constructor(
    components: Readonly<Record<string, Schema>>,
    allows: (schema: Schema, value: unknown) => boolean,
  ) {
    this.#components = components;
    this.#allows = allows;
  }

  of(schema: Schema, defaults: unknown = {}): unknown {
    return this.#make(schema, isObject(defaults) ? defaults : {}, 0);
  }

  #make(schema: Schema, defaults: Fields, depth: number): unknown {
    if (depth > depthMax) return null;
    if (schema.$ref !== undefined) {
      return this.#make(this.#components[refName(schema.$ref)] ?? {}, defaults, depth + 1);
    }
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    const [firstOption] = schema.oneOf ?? schema.anyOf ?? [];
    if (firstOption) return this.#make(firstOption, defaults, depth + 1);

    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'object':
        return this.#makeObject(schema, defaults, depth);
      case 'array':
        return schema.items ? [this.#make(schema.items, {}, depth + 1)] : [];
      case 'string':
        return exampleText(schema);
      case 'integer':
      case 'number':
        return exampleNumber(schema);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  #makeObject({ properties = {} }: Schema, defaults: Fields, depth: number): Fields {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const source = [defaults, exampleByName].find(
          (values) => name in values && this.#allows(schema, values[name]),
        );

        return [name, source ? source[name] : this.#make(schema, {}, depth + 1)];
      }),
    );
  }
}

/** 1 if the limits allow it, otherwise 0 or the minimum. */
function exampleNumber({ minimum = 0, maximum = 1 }: Schema): number {
  return Math.max(minimum, maximum < 1 ? 0 : 1);
}

/** Candidates for strings with a pattern. */
const candidateTexts = [
  ...['text', 'example.com', 'https://www.example.com', 'ann@example.com', 'Ann', 'NO', 'no', '1', '09:00'],
  ...['+15550100', '550 5.1.1', '5.1.1', 'Europe/Oslo', exampleTime, exampleTime.slice(0, 10)],
  'ses_0123456789abcdef0123456789abcdef',
];

const textByFormat: Readonly<Record<string, string>> = {
  'date-time': exampleTime,
  date: exampleTime.slice(0, 10),
  uri: 'https://www.example.com',
  email: 'ann@example.com',
  'idn-email': 'ann@example.com',
};

function exampleText({ pattern = '', format = '', maxLength = 100, minLength = 0 }: Schema): string {
  const prefix = /^\^([a-z]+_)\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/.exec(pattern)?.[1];
  if (prefix !== undefined) return `${prefix}${exampleUlid}`;
  const isValidText = (text: string) => new RegExp(pattern).test(text) && text.length <= maxLength;
  const text = textByFormat[format] ?? candidateTexts.find(isValidText) ?? 'text';

  return text.padEnd(minLength, '.').slice(0, maxLength);
}
