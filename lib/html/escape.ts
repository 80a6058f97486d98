/** Escapes text for use between tags and in a quoted attribute value. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, numericReference);
}

/** Escapes text for use anywhere in a tag, including an unquoted attribute value. */
export function escapeUnquoted(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}.,:;#%/?@_~+-]/gu, numericReference);
}

function numericReference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
