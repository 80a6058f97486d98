/** Writes text as browsers lay it out: spaces count once, and elements ask for breaks instead of writing them. */
export interface LineWriter {
  /** Words; white space of any length is one space, and none at the beginning of a line. */
  add(words: string): void;
  /** Text whose spaces and lines are its author's. */
  addLines(text: string): void;
  /** What stands in front of an item, and stays with its first words. */
  addBullet(bullet: string): void;
  /** At least so many line breaks before whatever comes next. */
  breakLine(count: number): void;
  /** One break more. */
  addBreak(): void;
  /** A place to ask `since` for. */
  mark(): number;
  /** What was written since. */
  since(mark: number): string;
  finish(): string;
}

const breaksMax = 2;

export function lineWriter(): LineWriter {
  const parts: string[] = [];
  let breaks = 0;
  /** Nothing of the line, or a space: another one would be too many. */
  let isSpaced = true;
  let isBullet = false;

  const write = (text: string) => {
    if (breaks > 0 && parts.length > 0) {
      parts.push(`${parts.pop()?.trimEnd() ?? ''}${'\n'.repeat(breaks)}`);
    }
    parts.push(text);
    breaks = 0;
    isBullet = false;
    isSpaced = text.endsWith(' ');
  };
  const breakLine = (count: number) => {
    // A paragraph in an item begins beside its bullet.
    if (isBullet) return;
    breaks = Math.max(breaks, Math.min(count, breaksMax));
    if (count > 0) isSpaced = true;
  };

  return {
    add: (words) => {
      const single = words.replaceAll(/[ \t\n\r\f]+/g, ' ');
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
    finish: () =>
      parts
        .join('')
        .replaceAll('\u00a0', ' ')
        // What is laid out already may begin or end with lines of its own.
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim(),
  };
}
