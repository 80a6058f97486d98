/**
 * Columns of this service's exports that only the service sets. An import does not change them; the status may suppress a contact.
 */
export const serviceColumns: readonly string[] = [
  ...['id', 'companyId', 'status', 'source', 'lastContactedAt', 'lastRepliedAt', 'unsubscribedAt'],
  ...['bouncedAt', 'createdAt', 'updatedAt', 'contactId', 'contactStatus', 'waitingFor', 'nextVariantId'],
];

const serviceColumnPattern = /^(?:execution|lastEvent)\./;
/** Other products have these columns too. */
const commonColumns = new Set(['id', 'status', 'source']);
const distinctColumnsMin = 3;
const customFieldPattern = /^customFields\.([A-Za-z][A-Za-z0-9_]{0,49})$/;

const isServiceColumn = (name: string) => serviceColumns.includes(name) || serviceColumnPattern.test(name);

/** Whether a file is an export of this service. */
export function isOwnExport(header: readonly string[]): boolean {
  const distinct = header.filter((name) => isServiceColumn(name) && !commonColumns.has(name));

  return header.includes('customFields') || distinct.length >= distinctColumnsMin;
}

/** Returns a predicate for the columns that only the service sets. It accepts none if the header is of another product. */
export function serviceColumnMatcher(header: readonly string[]): (name: string) => boolean {
  const isOwn = isOwnExport(header);

  return (name) => isOwn && isServiceColumn(name);
}

/** The custom field of a column such as `customFields.plan`. */
export function exportedCustomField(name: string): string | undefined {
  return customFieldPattern.exec(name)?.[1];
}
