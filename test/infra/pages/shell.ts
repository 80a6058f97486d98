/** The words of one command, as a shell passes them to a program. `$()` replaces a command substitution. */
export type Command = readonly string[];

/**
 * All commands of a script, including those in `$(…)`. Supports quotes, comments, continued lines and
 * redirections: the syntax that our pages use. `<a placeholder>` is one word.
 */
export function commandsOf(script: string): Command[] {
  return new Reader(
    script.replaceAll(/\\\n\s*/g, ' ').replaceAll(/<[a-zA-Z][^<>\n]*>/g, 'PLACEHOLDER'),
  ).read();
}

class Reader {
  readonly #text: string;
  #position = 0;
  readonly #commands: Command[] = [];
  #words: string[] = [];
  #word: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads to the end, or to the closing bracket of a substitution. */
  read(): Command[] {
    while (this.#position < this.#text.length) {
      const character = this.#text[this.#position] ?? '';
      this.#position += 1;
      if (character === ')' && this.#word?.endsWith('(') !== true) break;
      this.#take(character);
    }
    this.#endCommand();

    return this.#commands;
  }

  get position(): number {
    return this.#position;
  }

  #take(character: string): void {
    if (character === "'") this.#append(this.#upTo("'"));
    else if (character === '"') this.#quoted();
    else if (character === '$' && this.#text[this.#position] === '(') this.#nested();
    else if (character === '#' && this.#word === undefined) this.#upToLineEnd();
    else if (';|&\n'.includes(character)) this.#endCommand();
    else if (character === '<' || character === '>') this.#redirection();
    else if (/\s/.test(character)) this.#endWord();
    else this.#append(character);
  }

  #quoted(): void {
    this.#append('');
    while (this.#position < this.#text.length) {
      const character = this.#text[this.#position] ?? '';
      this.#position += 1;
      if (character === '"') return;
      if (character === '$' && this.#text[this.#position] === '(') this.#nested();
      else if (character === '\\') this.#append(this.#text[this.#position++] ?? '');
      else this.#append(character);
    }
  }

  #nested(): void {
    const inner = new Reader(this.#text.slice(this.#position + 1));
    this.#commands.push(...inner.read());
    this.#position += 1 + inner.position;
    this.#append('$()');
  }

  /** Skips redirections, which are not checked. */
  #redirection(): void {
    if (this.#word !== undefined && /^\d$/.test(this.#word)) this.#word = undefined;
    this.#endWord();
    const [rest = ''] = /^[>&]?\s*[^\s;|&)]*/.exec(this.#text.slice(this.#position)) ?? [];
    this.#position += rest.length;
  }

  #upTo(end: string): string {
    const found = this.#text.indexOf(end, this.#position);
    const text = this.#text.slice(this.#position, found);
    this.#position = found + 1;

    return text;
  }

  #upToLineEnd(): void {
    const found = this.#text.indexOf('\n', this.#position);
    this.#position = found < 0 ? this.#text.length : found;
  }

  #append(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#words.length > 0) this.#commands.push(this.#words);
    this.#words = [];
  }
}
