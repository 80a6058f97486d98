import type { Schema } from '#lib/docs/openapi-document.ts';
import { exampleTime, type FieldValues } from './examples/base.ts';
import { exampleByName } from './examples/by-name.ts';
import { isObject, refName } from './json-schema.ts';

type Components = Readonly<Record<string, Schema>>;
type ValuesByComponent = Readonly<Record<string, FieldValues>>;
/** Names of the components and fields around a schema, for error messages. */
type Path = readonly string[];

/** Values of the top-level fields of an example. An undefined value omits an optional field. */
export interface ExampleSources {
  /** The body of the sample request. Values that the schema does not have or allow are skipped. */
  readonly request?: FieldValues;
  /** Values of a response. The schema must have and allow them. */
  readonly response?: FieldValues;
}

/** Maximum length of the path to a value. It ends the example of a recursive schema: deeper values are null. */
const depthMax = 12;

/**
 * Generates examples of schemas. A field gets its value from the first of these sources that has one: the sample request, the
 * response, the component, and the name of the field. Otherwise, it gets a simple valid value. A text without a known format
 * or pattern needs a value of one of the sources.
 */
export class Examples {
  readonly #components: Components;
  readonly #allows: (schema: Schema, value: unknown) => boolean;
  readonly #byComponent: ValuesByComponent;

  /** @throws Error if a component does not have or allow its values of `byComponent` */
  constructor(
    components: Components,
    allows: (schema: Schema, value: unknown) => boolean,
    byComponent: ValuesByComponent = {},
  ) {
    this.#components = components;
    this.#allows = allows;
    this.#byComponent = byComponent;
    for (const [name, component] of Object.entries(components))
      this.#check(component, byComponent[name] ?? {}, name);
  }

  /**
   * Returns an example of a schema. For a page, the sources have values of its elements.
   * @param name names the response in error messages
   * @throws Error if the schema does not have or allow a value of the response
   */
  of(schema: Schema, { request = {}, response = {} }: ExampleSources = {}, name = 'example'): unknown {
    this.#check(this.#elementOf(schema), response, name);

    return this.#make(schema, [request, response], []);
  }

  /** The schema with its references resolved. The example of a choice has its first option. */
  #resolve(schema: Schema): Schema {
    const [firstOption] = schema.oneOf ?? schema.anyOf ?? [];
    if (schema.$ref !== undefined) return this.#resolve(this.#components[refName(schema.$ref)] ?? {});

    return firstOption ? this.#resolve(firstOption) : schema;
  }

  /** The schema of the elements of a page, or the schema itself. */
  #elementOf(schema: Schema): Schema {
    const items = this.#resolve(schema).properties?.['data']?.items;

    return isObject(items) ? items : schema;
  }

  #check(schema: Schema, values: FieldValues, place: string): void {
    const { properties = {}, required = [] } = this.#resolve(schema);
    for (const [name, value] of Object.entries(values)) {
      const field = properties[name];
      if (!field) throw new Error(`${place} has no field ${name}, but an example value for it`);
      const isAllowed = value === undefined ? !required.includes(name) : this.#allows(field, value);
      if (!isAllowed) {
        throw new Error(`the example value of ${place}.${name} is invalid: ${JSON.stringify(value)}`);
      }
    }
  }

  #make(schema: Schema, sources: readonly FieldValues[], path: Path): unknown {
    if (path.length > depthMax) return null;
    if (schema.$ref !== undefined) {
      const name = refName(schema.$ref);
      const values = this.#byComponent[name] ?? {};

      return this.#make(this.#components[name] ?? {}, [...sources, values], [...path, name]);
    }
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.examples) return schema.examples[0];
    const [firstOption] = schema.oneOf ?? schema.anyOf ?? [];
    if (firstOption) return this.#make(firstOption, sources, [...path, 'option 0']);

    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'object':
        return this.#makeObject(schema, sources, path);
      case 'array':
        return schema.items ? [this.#make(schema.items, sources, [...path, 'items'])] : [];
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

  #makeObject({ properties = {} }: Schema, sources: readonly FieldValues[], path: Path): FieldValues {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        // The sources apply to top-level fields and to the elements of a page, but not to other nested objects.
        const innerSources = name === 'data' ? sources : [];
        const source = [...sources, exampleByName].find(
          (values) => name in values && (values[name] === undefined || this.#allows(schema, values[name])),
        );

        return [name, source ? source[name] : this.#make(schema, innerSources, [...path, name])];
      }),
    );
  }
}

/** 1 if the limits allow it, otherwise 0 or the minimum. */
function exampleNumber({ minimum = 0, maximum = 1 }: Schema): number {
  return Math.max(minimum, maximum < 1 ? 0 : 1);
}

/** Examples of strings with a pattern: the first text that matches is used. */
const candidateTexts = [
  'example.com',
  'https://www.example.com',
  'ann@example.com',
  'Ann',
  'NO',
  'no',
  '1',
  '09:00',
  '+15550100',
  '550 5.1.1',
  '5.1.1',
  'Europe/Oslo',
  exampleTime,
  exampleTime.slice(0, 10),
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
  const isValidText = (text: string) =>
    pattern !== '' && new RegExp(pattern).test(text) && text.length <= maxLength;
  const text = textByFormat[format] ?? candidateTexts.find(isValidText);
  if (text === undefined) throw new Error(`${path.join('.')} needs an example value`);

  return text.padEnd(minLength, '.').slice(0, maxLength);
}
