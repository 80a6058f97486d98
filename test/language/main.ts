import { globSync } from 'node:fs';
import process from 'node:process';
import { type Phrase, phrases } from './phrases.ts';
import { countLines, type Text, textsOfMarkdown, textsOfSource } from './texts.ts';

interface Finding extends Text {
  readonly phrase: Phrase;
  readonly found: string;
  /** Position in the text. */
  readonly index: number;
}

/** Without arguments the whole project is read; with arguments these files and folders. */
function files(args: readonly string[]): string[] {
  const patterns = args.length === 0 ? ['functions', 'infra', 'lib', 'test', 'events', '*.md'] : args;

  return patterns
    .flatMap((pattern) =>
      /\.\w+$/u.test(pattern) ? globSync(pattern) : globSync(`${pattern}/**/*.{ts,tsx,mjs,md}`),
    )
    .filter(
      (file) =>
        !/node_modules|schema\.d\.ts$|^test\/language\/phrases|\/corpus\/samples|^lib\/mail\/replies\/.*-rules|\/unsubscribe-(?:phrases|texts)/u.test(
          file,
        ),
    );
}

const textsOf = (file: string): Text[] =>
  file.endsWith('.md') ? textsOfMarkdown(file) : textsOfSource(file);

function findingsOf(text: Text): Finding[] {
  return phrases.flatMap((phrase) =>
    [...text.text.matchAll(phrase.pattern)].map((match) => ({
      ...text,
      phrase,
      found: match[0].replaceAll(/\s[\s*/]*/gu, ' '),
      index: match.index,
    })),
  );
}

const count = process.argv.includes('--count');
const texts = files(process.argv.slice(2).filter((arg) => !arg.startsWith('--'))).flatMap(textsOf);
const findings = texts.flatMap(findingsOf);
if (!count) {
  for (const { file, line, text, found, index, phrase } of findings) {
    process.stdout.write(
      `${file}:${line + countLines(text.slice(0, index))} "${found}": ${phrase.instead}\n`,
    );
  }
}
const words = texts.reduce((sum, { text }) => sum + (text.match(/[\p{L}'-]+/gu)?.length ?? 0), 0);
process.stdout.write(
  `${findings.length} phrases in ${words} words: ${((1000 * findings.length) / words).toFixed(1)} per 1000\n`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
