import * as z from 'zod/mini';
import { Contact } from '#lib/contacts/contact.ts';
import { ExecutionView } from '#lib/executions/present.ts';
import type { StoredExport } from '#lib/exports/items.ts';
import { withoutCodes } from '#lib/mail/message-id.ts';
import { ReplySummary } from '#lib/replies/reply.ts';
import { csvLine } from '#lib/values/text/csv.ts';

/** Writes the elements of a list in the format of an export. */
interface RowWriter {
  /** The beginning of the file. */
  readonly header: string;
  /** @returns one line */
  write(element: object): string;
}

/** Everyone in the workspace may download the file, so activity has no codes of messages. Data of contacts is never changed. */
export function rowWriter(stored: StoredExport): RowWriter {
  const writer = formatWriter(stored);
  if (stored.type !== 'activity') return writer;

  return { ...writer, write: (element) => withoutCodes(writer.write(element)) };
}

function formatWriter(stored: StoredExport): RowWriter {
  if (stored.format === 'ndjson') return { header: '', write: (element) => `${JSON.stringify(element)}\n` };
  const columns = columnsOf(stored);

  return {
    header: byteOrderMark + csvLine(columns),
    write: (element) => csvLine(columns.map((path) => toCell(valueAt(element, path)))),
  };
}

/** How browsers and S3 treat the file. */
export function fileTypeOf({ type, format, id }: StoredExport) {
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';

  return { contentType, fileName: `${type}-${id}.${format}` };
}

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\ufeff';

/** Lists are joined by semicolons if their elements can be split again; others, and objects, are JSON. */
function toCell(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (Array.isArray(value) && !value.some((element) => listCharacters.test(String(element))))
    return value.join(';');

  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A list with an element that has one of these cannot be split again, or loses a line break. */
const listCharacters = /[,;"[\]\p{Cc}\u2028\u2029]|:::|^\* /u;

/** The field names of a schema. */
const fieldsOf = (schema: { readonly shape: object }, prefix = '') =>
  Object.keys(schema.shape).map((name) => `${prefix}${name}`);

const executionColumns = fieldsOf(ExecutionView, 'execution.');

const recipientColumns = [
  ...['contactId', 'email', 'firstName', 'lastName', 'contactStatus'],
  ...executionColumns,
  ...['waitingFor', 'lastEvent.type', 'lastEvent.occurredAt', 'nextVariantId'],
];

const activityColumns = [
  ...['id', 'type', 'occurredAt', 'campaignId', 'contactId', 'executionId', 'stepId', 'variantId'],
  ...['emailAccountId', 'messageId', 'isBot', 'botReason', 'metadata'],
];

/**
 * The columns of a CSV file: paths of fields in the elements of the list. They depend only on the request. Later versions add
 * columns at the end of their group.
 */
function columnsOf({ type, filter, customFields = [] }: StoredExport): readonly string[] {
  switch (type) {
    case 'contacts':
      return [
        ...fieldsOf(z.omit(Contact, { company: true })),
        ...(filter?.['campaignId'] === undefined ? [] : executionColumns),
        ...customFields.map((name) => `customFields.${name}`),
      ];
    case 'recipients':
      return recipientColumns;
    case 'activity':
      return activityColumns;
    case 'replies':
      return fieldsOf(ReplySummary);
  }
}

/** The value of a field of an element; undefined if the field or an object in its path is missing. */
function valueAt(element: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null;

    return isObject && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }, element);
}
