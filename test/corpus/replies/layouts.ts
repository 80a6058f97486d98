import { attributions, borders } from './attributions.ts';

interface LabelledReply {
  readonly name: string;
  readonly text: string;
  /** The author's text on one line. */
  readonly expected: string;
}

const own = 'Thank you, that sounds interesting.\nCould you call me on Monday at 10:30?';
const expected = own.replace('\n', ' ');
const quoted = '> Good day Ann,\n>\n> shall we talk about it?\n> Sam';
const unmarked = 'Good day Ann,\n\nshall we talk about it?\nSam';
const signature = 'Best regards,\nAnn Lee\nExample Ltd';

/** Wraps a line at the last blank before a column, as mail programs do. */
function wrapped(line: string, column: number): string {
  const at = line.lastIndexOf(' ', column);

  return line.length <= column || at <= 0
    ? line
    : `${line.slice(0, at)}\n${wrapped(line.slice(at + 1), column)}`;
}

/** Positions of the answer relative to the quotation. */
const layouts: Readonly<Record<string, (line: string) => readonly [text: string, expected: string]>> = {
  'above marked quotation': (line) => [`${own}\n\n${line}\n\n${quoted}\n`, expected],
  'directly above it': (line) => [`${own}\n${line}\n${quoted}\n`, expected],
  'above unmarked quotation': (line) => [`${own}\n\n${line}\n\n${unmarked}\n`, expected],
  'with a signature': (line) => [
    `${own}\n\n${signature}\n\n${line}\n${quoted}\n`,
    `${expected} ${signature.replaceAll('\n', ' ')}`,
  ],
  'with a signature below the quotation': (line) => [
    `${own}\n\n${line}\n${quoted}\n\n-- \n${signature}\n`,
    expected,
  ],
  'below the quotation': (line) => [`${line}\n${quoted}\n\n${own}\n`, expected],
  'between quoted lines': (line) => [
    `Hello Sam,\n\n${line}\n> Shall we talk?\n\nYes, gladly.\n\n> When?\n\nOn Monday.\n`,
    'Hello Sam, Yes, gladly. On Monday.',
  ],
  'of a program that wraps at 72 columns': (line) => [
    `${own}\n\n${wrapped(line, 72)}\n${quoted}\n`,
    expected,
  ],
  'of a program that wraps at 40 columns': (line) => [
    `${own}\n\n${wrapped(line, 40)}\n\n${quoted}\n`,
    expected,
  ],
};
/** Without marks, a quotation cannot be distinguished from an answer below it. */
const borderLayouts: typeof layouts = {
  'above it': (line) => [`${own}\n\n${line}\n\n${unmarked}\n`, expected],
  'directly above it': (line) => [`${own}\n${line}\n\n${unmarked}\n`, expected],
  'with a signature': (line) => [
    `${own}\n\n${signature}\n\n${line}\n\n${unmarked}\n`,
    `${expected} ${signature.replaceAll('\n', ' ')}`,
  ],
};

function laidOut(lines: readonly string[], by: typeof layouts): LabelledReply[] {
  return lines.flatMap((line) =>
    Object.entries(by).map(([name, layout]) => {
      const [text, words] = layout(line);

      return { name: `${name}: ${line.split('\n', 1)[0]}`, text, expected: words };
    }),
  );
}

export const replies: readonly LabelledReply[] = [
  ...laidOut(attributions, layouts),
  ...laidOut(borders, borderLayouts),
];

/** Texts without quotations. */
export const unquotedTexts: readonly string[] = [
  'On Monday I wrote three things down:\n- one\n- two',
  'As I wrote on 3 May, here is the list:\none\ntwo',
  'She wrote:\nhello there',
  'From: Berlin\nTo: Paris\nWhen: 3 May',
  'We could meet:\nDate: 3 May\nTime: 10:00\nPlace: Rome',
  'Date: 3 May\nPlace: Rome\n\nSee you',
  'Ask at 10:30 in 2024: see you at ann@example.com',
  'See http://a.example/he-wrote: it is fine',
  'On 3 May we meet. Fine?\nI wrote it down:\n- one',
  'The original message was clear.\n----\nYes.',
  'First part.\n\n____________________\n\nSecond part.\n\nThird.\n\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10',
  '- one\n- two\n\n---\n\n* three',
  'To: you\nSubject: to change',
  'He said on Monday:\n"no"',
  'Le lundi me va:\n10:00 ou 11:00',
  'Am Montag geht es:\num 10:00 Uhr',
];
