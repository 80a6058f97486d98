import { draftNames, readDraft, writeDraft } from '../../../api/drafts.ts';

const prefix = 'contacts.import.';

/** Name of the draft of the choices for a file with these columns. The file itself is not stored. */
export const importDraft = (header: readonly string[]): string => prefix + JSON.stringify(header);

/** The names of the files for which choices are stored. */
export const keptFileNames = (): readonly string[] =>
  importDrafts().flatMap((name) => {
    const { values } = readDraft(name) as { readonly values?: { readonly fileName?: unknown } };

    return typeof values?.fileName === 'string' ? [values.fileName] : [];
  });

export function discardImportDrafts(): void {
  for (const name of importDrafts()) writeDraft(name, undefined);
}

const importDrafts = (): readonly string[] => draftNames().filter((name) => name.startsWith(prefix));
