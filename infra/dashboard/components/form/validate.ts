import { type Schema, Validator } from '@cfworker/json-schema';
import type { ApiError } from '../../api/errors.ts';

/** Messages by the path of their field, such as `steps[0].subject`; the path of the whole form is empty. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Checks a request against the schema of the API document, before it is sent. */
export function validate(schema: Schema, value: unknown): FieldErrors {
  const { errors } = new Validator(schema, '2020-12', false).validate(JSON.parse(JSON.stringify(value)));
  const errorsByField: Record<string, string> = {};
  const keywordsByField: Record<string, string> = {};
  // The validator lists the error of an enclosing schema first. The last error of a field is the most precise, so it replaces the
  // others.
  for (const { keyword, instanceLocation, error } of errors) {
    const message = ruleMessage(keyword, error);
    if (message === undefined) continue;
    const missingProperty = keyword === 'required' ? /"([^"]+)"\.?$/u.exec(error)?.[1] : undefined;
    const pointer =
      missingProperty === undefined ? instanceLocation : `${instanceLocation}/${missingProperty}`;
    const field = pathOfPointer(pointer);
    // A nullable field, `anyOf: [schema, null]`, has the errors `anyOf`, the errors of the schema, and `type` of null. So a `type`
    // error replaces only `anyOf`.
    const earlierKeyword = keywordsByField[field];
    if (keyword === 'type' && earlierKeyword !== undefined && earlierKeyword !== 'anyOf') continue;
    errorsByField[field] = message;
    keywordsByField[field] = keyword;
  }

  return errorsByField;
}

/** `#/steps/0/subject` → `steps[0].subject` */
const pathOfPointer = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) =>
      /^\d+$/u.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`,
    )
    .join('')
    .replace(/^\./u, '');

const messages: Readonly<Record<string, string>> = {
  required: 'This field is required.',
  enum: 'Choose one of the options.',
  type: 'This value has the wrong type.',
  pattern: 'This value has the wrong format.',
  format: 'This value has the wrong format.',
  uniqueItems: 'A value must not repeat.',
  anyOf: 'This value has the wrong format.',
  oneOf: 'This value has the wrong format.',
};
const limitMessages: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => (limit === '1' ? 'This field is required.' : `At least ${limit} characters.`),
  maxLength: (limit) => `At most ${limit} characters.`,
  minItems: (limit) => `At least ${limit}.`,
  maxItems: (limit) => `At most ${limit}.`,
  minimum: (limit) => `At least ${limit}.`,
  maximum: (limit) => `At most ${limit}.`,
};

/** The message of a failed keyword. Undefined for keywords that only contain other schemas, such as `allOf`. */
function ruleMessage(keyword: string, error: string): string | undefined {
  // Such as `String is too long (12 > 10).`
  const limit = /(-?[\d.]+)\)?\.?$/u.exec(error)?.[1]?.replace(/\.$/u, '');

  return limitMessages[keyword]?.(limit ?? '') ?? messages[keyword];
}

/** Assigns the details of a 422 to the fields of the form. `unassigned` has the messages without such a field. */
export function splitDetails(error: ApiError, fields: ReadonlySet<string>) {
  const errors: Record<string, string> = {};
  const unassigned: string[] = [];
  for (const { path, message } of error.details) {
    const field = [...fields].find(
      (name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
    );
    if (field === undefined) unassigned.push(path === '' ? message : `${path}: ${message}`);
    else errors[field] ??= sentence(message);
  }

  return { errors, unassigned };
}

const sentence = (message: string): string => `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`;
