export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Replaces the selection as if the text were typed, so that undo works. */
export function typeText(control: TextControl, text: string): void {
  control.focus();
  // The command is deprecated, but only this command keeps the history of a text field.
  if (!document.execCommand('insertText', false, text)) {
    control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
