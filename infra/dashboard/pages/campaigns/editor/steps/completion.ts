import type { MergeField } from './merge-fields.ts';

/** A merge field that is being written: from its `{{` to the caret. */
export interface OpenField {
  readonly start: number;
  readonly name: string;
  /** The name is written and followed by a bar: the default comes next. */
  readonly isDefault: boolean;
}

const nameMax = 60;

export function openFieldAt(text: string, caret: number): OpenField | undefined {
  const start = caret < 2 ? -1 : text.lastIndexOf('{{', caret - 2);
  const typed = text.slice(start + 2, caret);
  if (start === -1 || typed.length > nameMax || /[{}\n"]/u.test(typed)) return undefined;
  const [name = '', fallback] = typed.split('|');

  return { start, name: name.trim(), isDefault: fallback !== undefined };
}

export interface Completion {
  readonly field: MergeField;
  readonly isDefault: boolean;
}

/** Fields with the typed text in their name or label; a field that begins with it comes first. */
export function completionsOf(open: OpenField, fields: readonly MergeField[]): Completion[] {
  const typed = open.name.toLowerCase();
  if (open.isDefault) {
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

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Replaces the selection as if the text were typed, so that undo works. */
export function typeText(control: TextControl, text: string): void {
  control.focus();
  // The command is deprecated, but only this command keeps the history of a text field.
  if (!document.execCommand('insertText', false, text)) {
    control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Completes the open field, and selects the default to type over it. */
export function complete(control: TextControl, open: OpenField, { field, isDefault }: Completion): void {
  const caret = control.selectionStart ?? 0;
  // The rest of a field that is edited in its middle.
  const rest = /^[\w. ]*\}\}/u.exec(control.value.slice(caret))?.[0].length ?? 0;
  const sample = 'there';
  control.setSelectionRange(open.start, caret + rest);
  typeText(control, isDefault ? `{{${field.name} | default: "${sample}"}}` : `{{${field.name}}}`);
  if (!isDefault) return;
  const end = (control.selectionStart ?? 0) - '"}}'.length;
  control.setSelectionRange(end - sample.length, end);
}
