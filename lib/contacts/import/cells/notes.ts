import { quoteName } from '#lib/contacts/import/csv-columns.ts';

/** Ends a sentence about a number of values. */
const texts = {
  cut: 'too long and cut.',
  rewritten: 'recognised and rewritten.',
  custom: 'not valid for the field and kept as a custom field.',
  omitted: 'not valid and omitted.',
  placeholder: 'read as empty.',
  several: 'a list; the first element is used.',
  overfull: 'beyond the limit of a contact and omitted.',
  suppressed: 'a sign that the contact must get no email; the contact is suppressed.',
} as const;

/** What was done with a cell that cannot be stored as it is. */
export type CellNote = keyof typeof texts;

/** Maximum warnings of this kind in a report. */
const warningsMax = 200;

/** Counts what was done with cells, by column. The warnings have no values, because values may be personal data. */
export function createCellNotes(header: readonly string[]) {
  const notes = new Map<string, { index: number; note: CellNote; count: number }>();

  return {
    add(index: number, note: CellNote) {
      const key = `${index} ${note}`;
      const { count } = notes.get(key) ?? { count: 0 };
      notes.set(key, { index, note, count: count + 1 });
    },
    warnings: () =>
      [...notes.values()].slice(0, warningsMax).map(({ index, note, count }) => {
        const values = count === 1 ? '1 value was' : `${count} values were`;

        return `Column ${quoteName(header[index] ?? '')}: ${values} ${texts[note]}`;
      }),
  };
}

export type CellNotes = ReturnType<typeof createCellNotes>;
