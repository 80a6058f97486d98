import { Contact } from '#lib/contacts/contact.ts';
import { ExecutionView } from '#lib/executions/present.ts';
import type { StoredExport } from '#lib/exports/items.ts';
import { ReplySummary } from '#lib/replies/reply.ts';

type ColumnChoice = Pick<StoredExport, 'type' | 'filter' | 'customFields'>;

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
export function columnsOf({ type, filter, customFields = [] }: ColumnChoice): readonly string[] {
  switch (type) {
    case 'contacts':
      return [
        ...fieldsOf(Contact),
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
export function valueAt(element: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null;

    return isObject && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }, element);
}
