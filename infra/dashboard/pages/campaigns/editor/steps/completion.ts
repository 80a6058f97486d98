import { type TextControl, typeText } from '../../../../components/form/type-text.ts';
import { caretPosition } from './caret-position.ts';
import type { MergeField } from './merge-fields.ts';

/** A merge field that is being written: from its `{{` to the caret. */
export interface OpenField {
  readonly start: number;
  readonly name: string;
  /** A bar follows the name: the user writes the default. */
  readonly isDefault: boolean;
}

const nameMax = 60;

/** @returns undefined if the caret is not in an unfinished merge field */
export function openFieldAt(text: string, caret: number): OpenField | undefined {
  // `lastIndexOf` treats a negative position as 0, so it could find a `{{` after the caret.
  const start = caret < 2 ? -1 : text.lastIndexOf('{{', caret - 2);
  const typed = text.slice(start + 2, caret);
  if (start === -1 || typed.length > nameMax || /[{}\n"]/u.test(typed)) return undefined;
  const [name = '', fallback] = typed.split('|');

  return { start, name: name.trim(), isDefault: fallback !== undefined };
}

export interface Completion {
  readonly field: MergeField;
  /** Inserts the field with a default. */
  readonly isDefault: boolean;
}

/** Fields with the typed text in their name or label. Fields that begin with the text come first. */
export function completionsOf(openField: OpenField, fields: readonly MergeField[]): Completion[] {
  const typed = openField.name.toLowerCase();
  if (openField.isDefault) {
    const field = fields.find(({ name }) => name.toLowerCase() === typed);

    return field ? [{ field, isDefault: true }] : [];
  }
  const rank = ({ name, label }: MergeField): number =>
    name.toLowerCase().startsWith(typed) || label.toLowerCase().startsWith(typed) ? 0 : 1;

  return fields
    .filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(typed))
    .sort((one, other) => rank(one) - rank(other))
    .map((field) => ({ field, isDefault: false }));
}

/** Where merge fields are completed: a text field, or the editor of formatted texts. */
export interface CompletionTarget {
  readonly hasFocus: () => boolean;
  /** Whether `|` inserts the field, and the default is then typed in it. Otherwise, the field is typed as text to its end. */
  readonly isDefaultTyped: boolean;
  /** The unfinished merge field at the caret; undefined while text is selected. */
  readonly openField: () => OpenField | undefined;
  /** The position of the list, in pixels from the upper left corner of the target. */
  readonly positionBelow: (openField: OpenField) => { readonly left: number; readonly top: number };
  readonly complete: (openField: OpenField, completion: Completion) => void;
  /** Removes what is written of the field. */
  readonly remove: (openField: OpenField) => void;
}

export const textTarget = (control: TextControl): CompletionTarget => ({
  hasFocus: () => document.activeElement === control,
  isDefaultTyped: true,
  openField() {
    const { value, selectionStart, selectionEnd } = control;
    const caret = selectionStart ?? 0;

    return selectionEnd === caret ? openFieldAt(value, caret) : undefined;
  },
  positionBelow: ({ start }) => caretPosition(control, start),
  complete: (openField, completion) => complete(control, openField, completion),
  remove({ start }) {
    control.setSelectionRange(start, control.selectionStart ?? start);
    document.execCommand('delete');
  },
});

/** A part of a text that a user has typed again, although the completion has inserted it: `default: "`, `"` or `}`. */
export function retypedPart(text: string, caret: number): readonly [start: number, end: number] | undefined {
  const before = text.slice(0, caret);
  const keyword = /\{\{[^{}"]*\| default: "(\s*default:\s*")$/u.exec(before)?.[1];
  if (keyword !== undefined) return [caret - keyword.length, caret];
  const field = /\{\{[^{}"]*\| default: "[^{}"]*("\}{0,2})$/u.exec(before);
  const [, end = ''] = field ?? [];
  // The typed character stands before the inserted one. The next brace may also end a choice that is open.
  const isInChoice = /\{[^{}]*$/u.test(before.slice(0, field?.index));
  const isRetyped = end !== '' && !isInChoice && text.startsWith('"}}'.slice(end.length - 1), caret);

  return isRetyped ? [caret, caret + 1] : undefined;
}

/** After a change of the text. */
export function removeRetyped(control: TextControl): void {
  const caret = control.selectionStart ?? 0;
  const part = retypedPart(control.value, caret);
  if (!part) return;
  control.setSelectionRange(...part);
  document.execCommand('delete');
}

export const sampleDefault = 'there';

/** Completes the open field. An inserted default is selected, so that typing replaces it. */
function complete(control: TextControl, openField: OpenField, { field, isDefault }: Completion): void {
  const caret = control.selectionStart ?? 0;
  // The characters after the caret, if an existing field is edited in its middle.
  const trailingLength = /^[\w. ]*\}\}/u.exec(control.value.slice(caret))?.[0].length ?? 0;
  control.setSelectionRange(openField.start, caret + trailingLength);
  typeText(control, isDefault ? `{{${field.name} | default: "${sampleDefault}"}}` : `{{${field.name}}}`);
  if (!isDefault) return;
  const end = (control.selectionStart ?? 0) - '"}}'.length;
  control.setSelectionRange(end - sampleDefault.length, end);
}
