/** Text as it may stand between tags and in a quoted value. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, numbered);
}

/** Text as it may stand anywhere in a tag, without quotes too: nothing in it ends a value, or begins another. */
export function escapeBare(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}.,:;#%/?@_~+-]/gu, numbered);
}

function numbered(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
