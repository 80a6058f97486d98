import type { OpenApiDocument, Schema } from '#lib/docs/openapi-document.ts';
import { refName } from '../../openapi/json-schema.ts';

type Schemas = OpenApiDocument['components']['schemas'];

/** Describes schemas in Markdown, and collects the objects that a page must explain. */
export class SchemaText {
  private readonly schemas: Schemas;
  private readonly objects = new Set<string>();

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  /** `string or null, at most 100 characters`. Objects with a name are links to their section. */
  typeOf(schema: Schema): string {
    const { $ref, ...rest } = schema;
    if ($ref === undefined) return [this.shapeOf(schema), ...limitsOf(schema)].join(', ');
    const name = refName($ref);
    const component = this.schemas[name];
    if (component === undefined) throw new Error(`The document has no schema ${name}`);
    if (!isObject(component)) return this.typeOf({ ...component, ...rest });
    this.objects.add(name);

    return [`[${name}](#${name.toLowerCase()})`, ...limitsOf(rest)].join(', ');
  }

  /** A list of the fields; `?` marks optional ones. */
  fieldsOf({ properties = {}, required = [] }: Schema): string {
    return Object.entries(properties)
      .map(([name, schema]) => this.fieldOf(required.includes(name) ? name : `${name}?`, schema))
      .join('\n');
  }

  fieldOf(name: string, schema: Schema, description = this.descriptionOf(schema)): string {
    return `- \`${name}\`: ${this.typeOf(schema)}.${description === undefined ? '' : ` ${description.replaceAll('\n', ' ')}`}`;
  }

  /** A section for each object that was named so far, and for each object in it. */
  sections(): string[] {
    const sections: string[] = [];
    // Each member is visited once, and members that are added during the iteration, too.
    for (const name of this.objects) sections.push(this.sectionOf(name));

    return sections.sort();
  }

  private sectionOf(name: string): string {
    const schema = this.schemas[name] ?? {};
    const variants = schema.oneOf ?? schema.anyOf ?? [];
    const parts = [
      `### ${name}`,
      schema.description ?? '',
      variants.length > 0 ? `One of ${variants.map((variant) => this.typeOf(variant)).join(', ')}.` : '',
      this.fieldsOf(schema),
      typeof schema.additionalProperties === 'object'
        ? `Each other field: ${this.typeOf(schema.additionalProperties)}.`
        : '',
    ];

    return parts.filter((part) => part !== '').join('\n\n');
  }

  private descriptionOf({ description, $ref }: Schema): string | undefined {
    return description ?? ($ref === undefined ? undefined : this.schemas[refName($ref)]?.description);
  }

  private shapeOf(schema: Schema): string {
    const variants = schema.oneOf ?? schema.anyOf;
    if (variants) return variants.map((variant) => this.typeOf(variant)).join(' or ');
    if (schema.const !== undefined) return code(schema.const);
    const values = schema.enum ?? schema['x-extensible-enum'];
    if (values) return values.map(code).join(' or ');
    if (schema.items) return `list of ${this.typeOf(schema.items)}`;
    if (typeof schema.additionalProperties === 'object') {
      return `object with values of ${this.typeOf(schema.additionalProperties)}`;
    }

    return [schema.type ?? 'any value'].flat().join(' or ');
  }
}

/** Objects with fields, and choices between them, have a section of their own. */
function isObject({ properties, oneOf, anyOf }: Schema): boolean {
  const variants = oneOf ?? anyOf ?? [];

  return properties !== undefined || variants.some(({ $ref }) => $ref !== undefined);
}

function limitsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format } = schema;

  return [
    format === undefined || /^int\d+$/.test(format) ? undefined : format,
    rangeOf(minLength, maxLength, ' characters'),
    rangeOf(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    rangeOf(minItems, maxItems, ' elements'),
    schema['x-extensible-enum'] ? 'more values can be added' : undefined,
    schema.default === undefined ? undefined : `default ${code(schema.default)}`,
  ].filter((limit) => limit !== undefined);
}

function rangeOf(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  if (max !== undefined) return `at most ${max}${unit}`;

  return min === undefined || min === 0 ? undefined : `at least ${min}${unit}`;
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}
