import type { LineWriter } from '#lib/html/line-writer.ts';
import type { HtmlToken } from '#lib/html/tokens.ts';

type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

/**
 * What a mark of a mail program says about an element:
 * - `quotation`: it is a quotation.
 * - `container`: it has quotations, and text of the author may stand between them. Without quotations, all of it is quoted.
 * - `attribution`: it has the line above a quotation. Thunderbird also puts text of the author there.
 * - `rest`: everything from there on is quoted.
 * - `header`: the same, if a field of a header follows, such as `From:` in any language.
 */
type Mark = 'quotation' | 'container' | 'attribution' | 'rest' | 'header';

/**
 * Classes, ids and names in lower case. From messages of Gmail, Outlook, Yahoo, Thunderbird, Proton, Tuta, Zoho, Zimbra, Spark,
 * Front, Missive, Freshdesk, Zendesk, GMX, Infomaniak, AliMail, NetEase, Naver, Roundcube, Mailspring and Hotmail, and from the
 * public list of Proton's web client (applications/mail/src/app/helpers/message/messageBlockquote.ts).
 */
const names: Readonly<Record<Mark, string>> = {
  quotation:
    'yahoo_quoted iosymail mail-editor-reference-message-container quote ik_mail_quote ' +
    'ms-outlook-mobile-reference-message freshdesk_quote fernand_quote front-blockquote missive_quote alimail-quote ' +
    'outreach-quote isreplycontent isforwardcontent reply139content origbody orimsghtmlseperator __quoted_text__',
  container:
    'gmail_quote protonmail_quote zmail_extra tutanota_quote skiff_quote messagereplysection quotedreply hs_reply',
  attribution: 'gmail_attr gmail_quote_attribution moz-cite-prefix reply-intro',
  rest: 'divrplyfwdmsg olk_src_body_section outlookmessageheader stopspelling replysplit zwchr yahoo-quoted-begin',
  header: 'appendonsend',
};
const markByName: ReadonlyMap<string, Mark> = new Map(
  (['quotation', 'container', 'attribution', 'rest', 'header'] as const).flatMap((mark) =>
    names[mark].split(' ').map((name) => [name, mark] as const),
  ),
);
/** Attributes that contain a name. `quote` is too common for a class or an id. */
const nameAttributes = ['class', 'id', 'name', 'data-marker'] as const;
/** Outlook's sanitiser adds `x_` to names, and Yahoo's adds `ydp` and digits. */
const sanitiserPrefix = /^(?:x_)+|^ydp[\da-f]+(?=yahoo)/;
const topLine = /\bborder-top\s*:[^;]*\bsolid/i;
const topPadding = /\bpadding(?:-top)?\s*:\s*3(?:\.0)?pt/i;
const sideMargin = /\bmargin(?:-left|-right)?\s*:/i;
const sideLine = /\bborder(?:-left|-right|-inline-start)?\s*:[^;]*\b(?:solid|dotted|dashed|double)/i;
/** These limits keep the work per tag constant. */
const namesMax = 10;
const styleLengthMax = 1000;
const regionsMax = 5;

/** The only line of an element. */
const attribution = /^.{0,420}[:：-]$/;
/** A field of a header: its name and a colon. */
const field = /^\s*[^\s:：][^:：\n]{0,23}[:：]/;
/** Elements without a closing tag. */
const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

function markOf({ name, attributes }: OpenTag): Mark | undefined {
  for (const attribute of nameAttributes) {
    const value = attributes.get(attribute)?.value.toLowerCase() ?? '';
    for (const each of value.split(/\s+/, namesMax)) {
      const mark = markByName.get(each.replace(sanitiserPrefix, ''));
      if (mark && (each !== 'quote' || attribute === 'name'))
        return name === 'blockquote' ? 'quotation' : mark;
    }
  }
  const style = attributes.get('style')?.value.slice(0, styleLengthMax) ?? '';
  if (name === 'blockquote') {
    // Editors indent text by a `blockquote` with a margin and without a line at its side.
    const isMarked = ['type', 'cite', 'class', 'id'].some((each) => attributes.has(each));

    return isMarked || !sideMargin.test(style) || sideLine.test(style) ? 'quotation' : undefined;
  }
  // Outlook's line above a header.
  const isRule = name === 'hr' && attributes.get('tabindex')?.value === '-1';

  return isRule || (name === 'div' && topLine.test(style) && topPadding.test(style)) ? 'header' : undefined;
}

export type QuotationMarker = ReturnType<typeof quotationMarker>;

/** Finds the quotations of HTML while it is written as text, and marks their lines in the text. */
export function quotationMarker(text: LineWriter) {
  /** Open elements with a mark, outermost first. `depth`: open elements of that name inside, including it. */
  const regions: { mark: Mark; name: string; depth: number; from: number; hasQuotation: boolean }[] = [];
  /** Where the rest begins, and where it begins if a field of a header follows. */
  let restFrom: number | undefined;
  let headerFrom: number | undefined;

  const noteQuotation = () => {
    for (const region of regions) region.hasQuotation = true;
  };
  const endLast = () => {
    const { mark, from, hasQuotation } = regions.pop() ?? { mark: 'quotation', from: 0, hasQuotation: true };
    if (mark === 'quotation') noteQuotation();
    const isWhole = !hasQuotation && restFrom === undefined;
    if (mark === 'attribution' ? attribution.test(text.since(from)) : isWhole) text.quote(from);
    text.breakLine(1);
  };
  return {
    open: (tag: OpenTag): void => {
      for (const region of regions) if (region.name === tag.name) region.depth++;
      const isQuoted = restFrom !== undefined || regions.at(-1)?.mark === 'quotation';
      const mark = isQuoted ? undefined : markOf(tag);
      if (!mark) return;
      text.breakLine(1);
      const from = text.mark();
      if (mark === 'header') headerFrom = from;
      else if (mark === 'rest') restFrom = from;
      else if (regions.length < regionsMax && !voidElements.has(tag.name))
        regions.push({ mark, name: tag.name, depth: 1, from, hasQuotation: false });
    },
    close: (name: string): void => {
      for (const region of regions) if (region.name === name) region.depth--;
      while (regions.some(({ depth }) => depth === 0)) endLast();
    },
    /** Called before a text is written. */
    text: (content: string): void => {
      if (headerFrom === undefined || content.trim() === '') return;
      if (field.test(content)) restFrom ??= headerFrom;
      headerFrom = undefined;
    },
    finish: (): void => {
      while (regions.length > 0) endLast();
      if (restFrom !== undefined) text.quote(restFrom);
    },
  };
}
