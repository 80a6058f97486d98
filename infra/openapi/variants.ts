import type { Schema } from '#lib/docs/openapi-document.ts';
import { type Components, refTo } from './json-schema.ts';
import { toPascalCase } from './named-schemas.ts';

/**
 * Gives each variant of a union a name by its `type`: `EmailSentActivityEvent` for `email.sent` in `ActivityEvent`. Generators only
 * number variants without a name, and some of them cannot read their list.
 */
export function nameVariants(components: Components): Components {
  return Object.assign({}, ...Object.entries(components).map(([name, schema]) => namedUnion(name, schema)));
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
