import type { Schema } from '#lib/docs/openapi-document.ts';
import { type Components, refTo } from './json-schema.ts';
import { toPascalCase } from './named-schemas.ts';

/** One form of a body with fields that depend on each other. */
interface BodyVariant {
  /** The values of `action` with this form. */
  readonly actions?: readonly string[];
  /** Fields that are required in addition to the fields that all forms require. */
  readonly required?: readonly string[];
  /** Fields of the other forms. */
  readonly without?: readonly string[];
  /** The exact number of fields. A bulk job has either `filter` or `contactIds` beside its required fields. */
  readonly fieldCount?: number;
}

const byTarget = (base: string): Readonly<Record<string, BodyVariant>> => ({
  [`Contact${base}`]: { required: ['contactId'], without: ['contact'] },
  [`Sample${base}`]: { required: ['contact'], without: ['contactId'] },
});

/**
 * The variants of request bodies. The service validates such a body with one schema and with rules in code, because their messages
 * are more precise than the messages of a union.
 */
const bodyVariants: Readonly<Record<string, Readonly<Record<string, BodyVariant>>>> = {
  NewBulkJob: {
    UpdateNewBulkJob: {
      actions: ['update'],
      required: ['fields'],
      without: ['tags', 'campaignId'],
      fieldCount: 3,
    },
    TagNewBulkJob: {
      actions: ['add_tags', 'remove_tags'],
      required: ['tags'],
      without: ['fields', 'campaignId'],
      fieldCount: 3,
    },
    DeleteNewBulkJob: {
      actions: ['delete', 'delete_untouched'],
      without: ['fields', 'tags', 'campaignId'],
      fieldCount: 2,
    },
    CampaignNewBulkJob: {
      actions: ['enrol', 'remove_from_campaign'],
      required: ['campaignId'],
      without: ['fields', 'tags'],
      fieldCount: 3,
    },
  },
  RecipientAction: {
    StatusRecipientAction: { actions: ['retry', 'resume', 'remove'], without: ['stepId', 'outcome'] },
    StepRecipientAction: { actions: ['skip', 'continue'], required: ['stepId'], without: ['outcome'] },
    RestartRecipientAction: { actions: ['restart'], without: ['outcome'] },
    ResolveRecipientAction: { actions: ['resolve'], required: ['stepId', 'outcome'] },
  },
  PreviewRequest: byTarget('PreviewRequest'),
  TestEmailRequest: byTarget('TestEmailRequest'),
};

/**
 * Makes a body with variants a union of them, and gives each variant of a union a name by its `type`: `EmailSentActivityEvent` for
 * `email.sent` in `ActivityEvent`. Generators only number variants without a name, and some of them cannot read their list.
 */
export function nameVariants(components: Components): Components {
  return Object.assign(
    {},
    ...Object.entries(components).map(([name, schema]) => {
      const variants = bodyVariants[name];

      return variants ? splitBody(name, schema, variants) : namedUnion(name, schema);
    }),
  );
}

function splitBody(
  name: string,
  { description, ...schema }: Schema,
  variants: Readonly<Record<string, BodyVariant>>,
): Components {
  const described = Object.entries(variants).map(
    ([variant, { actions, required = [], without = [], fieldCount }]) => {
      const fields = Object.entries(schema.properties ?? {}).filter(([field]) => !without.includes(field));

      return [
        variant,
        {
          ...schema,
          properties: {
            ...Object.fromEntries(fields),
            ...(actions && { action: { type: 'string', enum: actions } }),
          },
          required: [...(schema.required ?? []), ...required],
          ...(fieldCount !== undefined && { minProperties: fieldCount, maxProperties: fieldCount }),
        },
      ];
    },
  );

  return {
    ...Object.fromEntries(described),
    [name]: { oneOf: Object.keys(variants).map(refTo), ...(description !== undefined && { description }) },
  };
}

function namedUnion(name: string, schema: Schema): Components {
  const variants = Object.fromEntries(
    (schema.oneOf ?? []).flatMap((variant) => {
      const type = variant.properties?.['type']?.const;

      return typeof type === 'string' ? [[`${toPascalCase(type)}${name}`, variant]] : [];
    }),
  );
  const names = Object.keys(variants);

  return names.length === 0
    ? { [name]: schema }
    : { ...variants, [name]: { ...schema, oneOf: names.map(refTo) } };
}
