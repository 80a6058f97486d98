const tag = /^[ \t\r\n]*([A-Za-z]\w*)[ \t\r\n]*=([^;]*)$/;

/**
 * `v=DKIM1; p=…`: tags and values by name, in their order (RFC 6376, section 3.2, which DMARC shares).
 * @returns undefined when it is none, or says something twice
 */
export function readTagList(text: string): Map<string, string> | undefined {
  const parts = text.split(';');
  // The last one may end with a semicolon.
  if (parts.at(-1)?.trim() === '') parts.pop();
  const tags = new Map<string, string>();
  for (const part of parts) {
    const [, name, value] = tag.exec(part) ?? [];
    if (name === undefined || value === undefined || tags.has(name)) return undefined;
    tags.set(name, value.trim());
  }

  return tags;
}
