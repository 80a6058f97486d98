import { isUneditedCell } from '#lib/contacts/import/cells/spreadsheet-cell.ts';
import { readJson } from '#lib/http/json.ts';
import { CustomFieldName, customFieldsMax } from '#lib/values/profile.ts';

type CustomValue = string | number | boolean | null;

/** The custom fields of a row. */
export interface CustomFieldSet {
  readonly values: Record<string, CustomValue>;
  /** Replaces an existing value. @returns false if the contact has too many */
  set(name: string, value: CustomValue): boolean;
}

export function createCustomFields(): CustomFieldSet {
  const values: Record<string, CustomValue> = {};
  let count = 0;

  return {
    values,
    set(name, value) {
      const isKnown = Object.hasOwn(values, name);
      if (!isKnown && count >= customFieldsMax) return false;
      if (!isKnown) count += 1;
      // A number or a boolean that was exported as text keeps its type, and a text keeps its line breaks.
      if (!isKnown || !isUneditedCell(values[name], value)) values[name] = value;

      return true;
    },
  };
}

/** Adds the fields of a JSON object, as exports have it. @returns false if fields are omitted */
export function addJsonFields(fields: CustomFieldSet, cell: string): boolean {
  const entries = parseObject(cell);

  return entries?.filter(([name, value]) => !addJsonField(fields, name, value)).length === 0;
}

function addJsonField(fields: CustomFieldSet, name: string, value: unknown): boolean {
  const { data: customName } = CustomFieldName.safeParse(name);

  return customName !== undefined && fields.set(customName, isScalar(value) ? value : JSON.stringify(value));
}

const isScalar = (value: unknown): value is CustomValue => typeof value !== 'object' || value === null;

function parseObject(cell: string): [string, unknown][] | undefined {
  try {
    const value = readJson(Buffer.from(cell));

    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : undefined;
  } catch {
    return undefined;
  }
}
