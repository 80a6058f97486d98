/** Escapes text for use between tags and in a quoted attribute value. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, numericReference);
}

/** Escapes text for use anywhere in a tag, including an unquoted attribute value. */
export function escapeUnquoted(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}.,:;#%/?@_~+-]/gu, numericReference);
}

/** Prepared, because a long text of special characters creates a string for each of them. */
const asciiReferences = Array.from({ length: 128 }, (_, code) => `&#${code};`);

function numericReference(character: string): string {
  const code = character.codePointAt(0) ?? 0;

  return asciiReferences[code] ?? `&#${code};`;
}
