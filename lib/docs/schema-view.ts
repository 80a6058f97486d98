import { anchor, type Html, html } from '#lib/docs/html.ts';
import { inline } from '#lib/docs/markdown.ts';
import type { Schema } from '#lib/docs/openapi-document.ts';

/** The fields of an object. Nested objects are collapsible; components are links to their description. */
export function schemaView(schema: Schema): Html {
  const fields = fieldsOf(schema);
  if (!fields) {
    const { description } = schema;

    return html`<p>${typeView(schema)} ${description && inline(description)}</p>${rulesView(schema)}`;
  }
  const { properties = {}, required = [], description } = fields;

  return html`${description && html`<p>${inline(description)}</p>`}<dl class="fields">${Object.entries(
    properties,
  ).map(([name, field]) => fieldView(name, field, required.includes(name)))}</dl>`;
}

function fieldView(name: string, field: Schema, isRequired: boolean): Html {
  const inner = fieldsOf(field);

  return html`<div><dt><code class="name">${name}</code> ${typeView(field)}${isRequired && html` <span class="required">required</span>`}</dt><dd>${
    field.description && html`<p>${inline(field.description)}</p>`
  }${rulesView(field)}${inner && html`<details><summary>Fields</summary>${schemaView({ ...inner, description: innerDescription(inner, field) })}</details>`}</dd></div>`;
}

/** The description of a list's elements, if it differs from the list's. */
function innerDescription(inner: Schema, field: Schema): string {
  return inner === field ? '' : (inner.description ?? '');
}

/** The object schema of a schema: itself, the elements of a list, or the only non-null alternative. */
function fieldsOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return fieldsOf(schema.items);
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');

  return choices.length === 1 && choices[0] ? fieldsOf(choices[0]) : undefined;
}

export function typeView(schema: Schema): Html {
  const { $ref, items, anyOf, oneOf, type, additionalProperties } = schema;
  const name = $ref?.split('/').at(-1);
  if (name !== undefined) return html`<a class="type" href="#${anchor(`schema-${name}`)}">${name}</a>`;
  const choices = anyOf ?? oneOf;
  if (choices) {
    return html`${choices.map((choice, index) => html`${index > 0 && html`<span class="type"> or </span>`}${typeView(choice)}`)}`;
  }
  if (type === 'array' && items) return html`<span class="type">list of </span>${typeView(items)}`;
  if (type === 'object' && typeof additionalProperties === 'object') {
    return html`<span class="type">map of </span>${typeView(additionalProperties)}`;
  }

  return html`<span class="type">${typeof type === 'string' ? type : (type?.join(' or ') ?? 'any')}</span>`;
}

/** Limits, choices and the default, in one line. */
export function rulesView(schema: Schema): Html {
  const bare = (schema.anyOf ?? schema.oneOf ?? []).find(({ type }) => type !== 'null') ?? {};
  const rules = [...rulesOf(bare), ...rulesOf(schema)];

  return html`${rules.length > 0 && html`<p class="rules">${rules.map((rule, index) => html`${index > 0 && ' · '}${rule}`)}</p>`}`;
}

function rulesOf(schema: Schema): (Html | string)[] {
  const { format, minLength, maxLength, minimum, maximum, minItems, maxItems, maxProperties, pattern } =
    schema;
  const choices = schema.enum ?? ('const' in schema ? [schema.const] : undefined);

  return [
    choices &&
      html`${choices.map((choice, index) => html`${index > 0 && ' '}<code>${JSON.stringify(choice)}</code>`)}`,
    format,
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'elements'),
    range(undefined, maxProperties, 'fields'),
    range(safe(minimum), safe(maximum), ''),
    schema.uniqueItems && 'no repeats',
    pattern !== undefined && format === undefined && html`<code>${pattern}</code>`,
    'default' in schema &&
      schema.default !== undefined &&
      html`default <code>${JSON.stringify(schema.default)}</code>`,
  ].filter((rule) => rule !== undefined && rule !== false);
}

/** The limits of safe integers carry no information, so they are omitted. */
function safe(limit: number | undefined): number | undefined {
  return limit !== undefined && Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit;
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const size =
    most === undefined
      ? `at least ${least}`
      : least === undefined
        ? `at most ${most}`
        : `${least} to ${most}`;

  return `${size} ${unit}`.trim();
}
