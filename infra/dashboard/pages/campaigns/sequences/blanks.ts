import type { Campaign } from '../queries.ts';
import { templateTitle } from '../template-title.ts';
import { type Sequence, sequences } from './sequences.ts';

/** The texts that replace the blanks of a sequence, such as `[the result]`, by blank. */
type BlankValues = Readonly<Record<string, string>>;

export interface FoundSequence {
  readonly sequence: Sequence;
  readonly values: BlankValues;
  /** Whether a blank has no text yet. */
  readonly missing: boolean;
}

const blankPattern = /(\[[^\]]+\])/u;

const textsOf = ({ emails }: Sequence): readonly string[] =>
  emails.flatMap(({ subject = '', text }) => [subject, text]);

/** The texts in square brackets, each once. */
export const blanksOf = (sequence: Sequence): readonly string[] => [
  ...new Set(textsOf(sequence).flatMap((text) => partsOf(text).filter(isBlank))),
];

/** Literal texts and blanks alternate. */
const partsOf = (text: string): readonly string[] => text.split(blankPattern);
const isBlank = (_part: string, index: number): boolean => index % 2 === 1;

/** The numbers of the emails that have the blank, from 1. */
export const emailsWith = ({ emails }: Sequence, blank: string): readonly number[] =>
  emails.flatMap(({ subject = '', text }, index) =>
    `${subject}\n${text}`.includes(blank) ? [index + 1] : [],
  );

/** The first sentence with the blank, in readable words. */
export function sentenceWith(sequence: Sequence, blank: string): string {
  const sentences = textsOf(sequence).flatMap((text) => text.split(/(?<=[.?!:]) |\n+/u));

  return templateTitle(sentences.find((sentence) => sentence.includes(blank)) ?? '');
}

export function fill(sequence: Sequence, values: BlankValues): Sequence {
  const fillText = (text: string): string =>
    partsOf(text)
      .map((part, index, parts) => valueBefore(parts[index + 1] ?? '', values[part]?.trim()) || part)
      .join('');

  return {
    ...sequence,
    emails: sequence.emails.map(({ subject, text, ...email }) => ({
      ...email,
      ...(subject !== undefined && { subject: fillText(subject) }),
      text: fillText(text),
    })),
  };
}

/** The text has the full stop of a sentence already. */
const valueBefore = (next: string, value = ''): string =>
  next.startsWith('.') ? value.replace(/[.!]+$/u, '') : value;

/** The ready sequence that the steps were created from; undefined if a text outside of the blanks was changed. */
export function findSequence(steps: Campaign['steps']): FoundSequence | undefined {
  const written = steps.flatMap(({ variants }) =>
    variants.flatMap(({ subject, bodyText }) => [subject ?? '', bodyText ?? '']),
  );
  for (const sequence of sequences) {
    const templates = textsOf(sequence);
    const matches = templates.map((template, index) => matchText(template, written[index] ?? ''));
    if (templates.length !== written.length || matches.includes(undefined)) continue;
    const found = new Map(matches.flatMap((match) => [...(match ?? [])]));
    const values = [...found].filter(([blank, value]) => blank !== value);

    return { sequence, values: Object.fromEntries(values), missing: values.length < found.size };
  }

  return undefined;
}

/** The text of each blank; undefined if the literal texts between the blanks differ. */
function matchText(template: string, text: string): ReadonlyMap<string, string> | undefined {
  const [start = '', ...parts] = partsOf(template);
  if (!text.startsWith(start)) return undefined;
  const values = new Map<string, string>();
  let position = start.length;
  for (let index = 0; index < parts.length; index += 2) {
    const [blank = '', literal = ''] = parts.slice(index, index + 2);
    const isLast = index + 2 === parts.length;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, position + 1);
    if (end <= position || !text.startsWith(literal, end)) return undefined;
    if (!values.has(blank)) values.set(blank, text.slice(position, end));
    position = end + literal.length;
  }

  return position === text.length ? values : undefined;
}
