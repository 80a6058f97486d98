import type { Schema } from '#lib/docs/openapi-document.ts';
import { exampleByName, exampleTime, exampleUlid } from './example-values.ts';
import { refName } from './json-schema.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Names of the components and fields around a schema, for error messages. */
type Path = readonly string[];

/** Maximum nesting depth of an example. */
const depthMax = 12;

/**
 * Generates examples of schemas. A field gets the value with its name from `defaults` or `exampleByName`, if its schema allows the
 * value. Otherwise, it gets a simple valid value. A text that may have any value needs one of `exampleByName`.
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

  of(schema: Schema, defaults: object = {}): unknown {
    return this.#make(schema, { ...defaults }, []);
  }

  #make(schema: Schema, defaults: Fields, path: Path): unknown {
    if (path.length > depthMax) return null;
    if (schema.$ref !== undefined) {
      const name = refName(schema.$ref);

      return this.#make(this.#components[name] ?? {}, defaults, [...path, name]);
    }
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    const [firstOption] = schema.oneOf ?? schema.anyOf ?? [];
    if (firstOption) return this.#make(firstOption, defaults, [...path, 'option 0']);

    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'object':
        return this.#makeObject(schema, defaults, path);
      case 'array':
        return schema.items ? [this.#make(schema.items, defaults, [...path, 'items'])] : [];
      case 'string':
        return exampleText(schema, path);
      case 'integer':
      case 'number':
        return exampleNumber(schema);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  #makeObject({ properties = {} }: Schema, defaults: Fields, path: Path): Fields {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        // The elements of a page get the same values as a single resource.
        const inner = name === 'data' ? defaults : {};
        const source = [defaults, exampleByName].find(
          (values) => name in values && this.#allows(schema, values[name]),
        );

        return [name, source ? source[name] : this.#make(schema, inner, [...path, name])];
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
  ...['example.com', 'https://www.example.com', 'ann@example.com', 'Ann', 'NO', 'no', '1', '09:00'],
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

function exampleText(schema: Schema, path: Path): string {
  const { pattern = '', format = '', maxLength = 100, minLength = 0 } = schema;
  const prefix = /^\^([a-z]+_)\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/.exec(pattern)?.[1];
  if (prefix !== undefined) return `${prefix}${exampleUlid}`;
  const isValidText = (text: string) =>
    pattern !== '' && new RegExp(pattern).test(text) && text.length <= maxLength;
  const text = textByFormat[format] ?? candidateTexts.find(isValidText);
  if (text === undefined) throw new Error(`${path.join('.')} needs an example value`);

  return text.padEnd(minLength, '.').slice(0, maxLength);
}
