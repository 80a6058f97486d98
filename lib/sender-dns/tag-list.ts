const tag = /^[ \t\r\n]*([A-Za-z]\w*)[ \t\r\n]*=([^;]*)$/;

/**
 * Parses `v=DKIM1; p=…`: tags and values by name, in order (RFC 6376, section 3.2).
 * @returns undefined when it is malformed or has duplicate tags
 */
export function readTagList(text: string): Map<string, string> | undefined {
  const parts = text.split(';');
  // The last tag may end with a semicolon.
  if (parts.at(-1)?.trim() === '') parts.pop();
  const tags = new Map<string, string>();
  for (const part of parts) {
    const [, name, value] = tag.exec(part) ?? [];
    if (name === undefined || value === undefined || tags.has(name)) return undefined;
    tags.set(name, value.trim());
  }

  return tags;
}
