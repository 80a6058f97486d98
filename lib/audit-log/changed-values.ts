import type { ResourceType } from '#lib/audit-log/entry.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/** A changed value of a resource, as text. Null for no value. */
export interface ChangedValue {
  /** Path in the resource, such as `schedule.timezone`. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Types with names and values in the log. The other resources have personal data of recipients, which their erasure could not
 * find in the log.
 */
const recordedTypes: ReadonlySet<ResourceType> = new Set([
  'email_account',
  'campaign',
  'company',
  'contact_view',
  'invitation',
  'api_key',
  'snippet',
  'user',
  'webhook',
  'workspace',
]);
/** The URL of a webhook can contain a secret. */
const unrecordedFields: ReadonlySet<string> = new Set(['url']);
const nameLengthMax = 100;
const valueLengthMax = 60;

export const hasValues = (type: ResourceType | null): boolean => type !== null && recordedTypes.has(type);

/** The name by which people know a resource: its name, its address, or the host of its URL. */
export function nameOfResource(resource: unknown): string | undefined {
  const { name, email, url } = Object(resource);
  const found = [name, email, typeof url === 'string' ? URL.parse(url)?.host : undefined].find(
    (text) => typeof text === 'string' && text !== '',
  );

  return found === undefined ? undefined : shorten(found, nameLengthMax);
}

/**
 * The values that a request has changed. Only fields of the response are compared, which has no secrets.
 * @param bytesMax of all values as JSON; the later ones are omitted
 */
export function changedValues(
  before: unknown,
  after: unknown,
  fields: readonly string[],
  bytesMax: number,
): readonly ChangedValue[] {
  const [older, newer] = [Object(before), Object(after)];
  const changes = fields
    .filter((field) => Object.hasOwn(older, field) && Object.hasOwn(newer, field))
    .filter((field) => !unrecordedFields.has(field))
    .flatMap((field) => compare(field, older[field], newer[field]));
  let bytes = 0;

  return changes.filter((change) => {
    bytes += Buffer.byteLength(JSON.stringify(change));

    return bytes <= bytesMax;
  });
}

function compare(field: string, from: unknown, to: unknown): ChangedValue[] {
  if (isSameValue(from, to)) return [];
  if (isGroup(from) && isGroup(to)) {
    const isList = Array.isArray(from);
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);

    return [...keys].flatMap((key) =>
      compare(isList ? `${field}[${key}]` : `${field}.${key}`, from[key], to[key]),
    );
  }

  return [{ field, from: textOf(from), to: textOf(to) }];
}

/** Objects and lists of objects are compared part by part, other values as a whole. */
function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;

  return !Array.isArray(value) || value.some((element) => typeof element === 'object');
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && !isGroup(value)) return shorten(value.join(', '), valueLengthMax);

  return shorten(typeof value === 'object' ? JSON.stringify(value) : String(value), valueLengthMax);
}

const shorten = (text: string, lengthMax: number): string =>
  (text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text).toWellFormed();
