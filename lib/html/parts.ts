import { endTagOf, outlookCondition, rawElementEnds } from '#lib/html/tokens.ts';

/** A part of HTML. `markup` includes the content of conditional comments, which Outlook shows. */
interface HtmlPart {
  readonly kind: 'markup' | 'raw' | 'comment';
  readonly text: string;
}

/** Also the content of templates, which no mail program shows. */
const rawEnds: ReadonlyMap<string, RegExp> = new Map([
  ...rawElementEnds,
  ['template', endTagOf('template')] as const,
]);
const partStart = new RegExp(`<(?:!--|(${[...rawEnds.keys()].join('|')})(?=[\\s/>]))`, 'gi');
const commentEnd = /--!?>/g;

/** Splits HTML into markup, elements with raw content such as `style`, and comments. Time is linear. */
export function* htmlPartsOf(html: string): Generator<HtmlPart> {
  for (let at = 0; at < html.length; ) {
    partStart.lastIndex = at;
    const start = partStart.exec(html);
    const from = start?.index ?? html.length;
    if (from > at) yield { kind: 'markup', text: html.slice(at, from) };
    if (!start) return;
    const name = start[1]?.toLowerCase();
    at = name === undefined ? endOfComment(html, from) : endOfRawContent(html, name, from);
    yield { kind: name === undefined ? 'comment' : 'raw', text: html.slice(from, at) };
  }
}

/** @returns the end of a comment; for a conditional comment, the end of its condition */
function endOfComment(html: string, from: number): number {
  outlookCondition.lastIndex = from;
  if (outlookCondition.test(html)) return outlookCondition.lastIndex;
  // `<!-->` is a complete comment.
  commentEnd.lastIndex = from + 2;

  return commentEnd.test(html) ? commentEnd.lastIndex : html.length;
}

function endOfRawContent(html: string, name: string, from: number): number {
  const end = rawEnds.get(name);
  if (!end) return html.length;
  end.lastIndex = from + 1;

  return end.exec(html)?.index ?? html.length;
}
