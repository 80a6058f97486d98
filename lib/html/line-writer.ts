/** Writes text as browsers lay it out: white space collapses, and adjacent line breaks merge. */
export interface LineWriter {
  /** Adds text with collapsed white space. A leading space is dropped at the start of a line. */
  add(content: string): void;
  /** Adds preformatted text. Only more than one empty line in succession is shortened to one. */
  addLines(text: string): void;
  /** Adds a list bullet; the item's text continues on the same line. */
  addBullet(bullet: string): void;
  /** Requests at least `count` line breaks before the next text. */
  breakLine(count: number): void;
  /** Requests one more line break. */
  addBreak(): void;
  /** The current position, for `since`. */
  mark(): number;
  /** The text written after a mark, trimmed. */
  since(mark: number): string;
  /** Marks the lines written after a mark as quoted: they begin with `> `. The mark must be at the start of a line. */
  quote(mark: number): void;
  finish(): string;
}

/** Two line breaks are one empty line. */
const breaksMax = 2;

export function lineWriter(): LineWriter {
  const parts: string[] = [];
  /** Whether each part is quoted; undefined: not quoted. */
  const quoted: (true | undefined)[] = [];
  /** Line breaks that are written before the next text. */
  let breaks = 0;
  /** Whether the line is empty or ends with a space: a further space is dropped. */
  let isSpaced = true;
  /** Whether the last written text is a bullet. */
  let isBullet = false;

  const write = (text: string) => {
    // The breaks are added to the previous part, so that a mark (a number of parts) stays the position of the next text.
    if (breaks > 0 && parts.length > 0) {
      parts.push(`${parts.pop()?.trimEnd() ?? ''}${'\n'.repeat(breaks)}`);
    }
    parts.push(text);
    breaks = 0;
    isBullet = false;
    isSpaced = text.endsWith(' ');
  };
  const breakLine = (count: number) => {
    // A paragraph directly after a bullet stays on the bullet's line.
    if (isBullet) return;
    breaks = Math.max(breaks, Math.min(count, breaksMax));
    if (count > 0) isSpaced = true;
  };

  return {
    add: (content) => {
      const single = content.replaceAll(/[ \t\n\r\f]+/g, ' ');
      const rest = isSpaced && single.startsWith(' ') ? single.slice(1) : single;
      if (rest !== '') write(rest);
    },
    addLines: (text) => {
      if (text !== '') write(text);
    },
    addBullet: (bullet) => {
      write(bullet);
      isBullet = true;
    },
    breakLine,
    addBreak: () => breakLine(breaks + 1),
    mark: () => parts.length,
    since: (mark) => parts.slice(mark).join('').trim(),
    quote: (mark) => {
      for (let at = mark; at < parts.length; at++) quoted[at] = true;
    },
    finish: () =>
      parts
        .map((part, at) => (quoted[at] ? quoteLines(part, at === 0 || parts[at - 1]?.endsWith('\n')) : part))
        .join('')
        // A no-break space becomes an ordinary one.
        .replaceAll('\u00a0', ' ')
        // Preformatted text may start or end with empty lines.
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim(),
  };
}

function quoteLines(text: string, isLineStart = false): string {
  return `${isLineStart ? '> ' : ''}${text.replaceAll(/\n(?=[^\n])/g, '\n> ')}`;
}
