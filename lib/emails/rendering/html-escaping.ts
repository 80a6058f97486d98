import type { Escaping } from '#lib/emails/rendering/escaping.ts';
import { advanceUrl, escapeUrlValue, type UrlPosition, urlStart } from '#lib/emails/rendering/url-value.ts';
import { resolveReferences } from '#lib/html/character-references.ts';
import { escapeHtml, escapeUnquoted } from '#lib/html/escape.ts';

type State =
  | 'text'
  /** After a `<` that may open a tag. */
  | 'open'
  /** In the name of an element. */
  | 'name'
  /** In a closing tag, a comment or a declaration: ignored up to the next `>`. */
  | 'skipped'
  /** In a tag, between attributes. */
  | 'tag'
  /** In the name of an attribute. */
  | 'attribute'
  /** In white space after the name of an attribute. */
  | 'named'
  /** Between the `=` and the value of an attribute. */
  | 'equals'
  /** In an attribute value without quotes. */
  | 'bare'
  /** In an attribute value in double quotes. */
  | 'double'
  /** In an attribute value in single quotes. */
  | 'single'
  /** In the content of `style` or `script`. */
  | 'raw';

const urlAttributes: ReadonlySet<string> = new Set(['href', 'src', 'action', 'background', 'cite', 'poster']);
const rawElements: ReadonlySet<string> = new Set(['style', 'script']);
/** Maximum length kept of a name, in characters. Only the beginning is needed. */
const keptLengthMax = 40;

interface Scan {
  state: State;
  element: string;
  attribute: string;
  /** The position in the current attribute's value, or in the current `url(…)` of a style. */
  url: UrlPosition;
  /** In a style: the last characters, in lower case. They are `url(` up to the end of the URL. */
  style: string;
}

/** The next state for each state and character. */
const transitions: Readonly<Record<State, (scan: Scan, character: string) => State>> = {
  text: (_, character) => (character === '<' ? 'open' : 'text'),
  open: (scan, character) => {
    scan.element = character.toLowerCase();
    if (/[a-z]/i.test(character)) return 'name';

    return /[!?/]/.test(character) ? 'skipped' : transitions.text(scan, character);
  },
  name: (scan, character) => {
    if (/[\s/>]/.test(character)) return transitions.tag(scan, character);
    scan.element = appendLimited(scan.element, character.toLowerCase());

    return 'name';
  },
  skipped: (_, character) => (character === '>' ? 'text' : 'skipped'),
  tag: (scan, character) => {
    scan.style = '';
    if (character === '>') return rawElements.has(scan.element) ? 'raw' : 'text';
    if (/[\s/]/.test(character)) return 'tag';
    scan.attribute = character.toLowerCase();

    return 'attribute';
  },
  attribute: (scan, character) => {
    scan.url = urlStart();
    if (/[\s=/>]/.test(character)) return transitions.named(scan, character);
    scan.attribute = appendLimited(scan.attribute, character.toLowerCase());

    return 'attribute';
  },
  named: (scan, character) => {
    if (character === '=') return 'equals';

    return /\s/.test(character) ? 'named' : transitions.tag(scan, character);
  },
  equals: (scan, character) => {
    if (/\s/.test(character)) return 'equals';
    if (character === '>') return transitions.tag(scan, character);
    if (character === '"') return 'double';

    return character === "'" ? 'single' : transitions.bare(scan, character);
  },
  bare: (scan, character) =>
    /[\s>]/.test(character) ? transitions.tag(scan, character) : appendToValue(scan, character, 'bare'),
  double: (scan, character) => (character === '"' ? 'tag' : appendToValue(scan, character, 'double')),
  single: (scan, character) => (character === "'" ? 'tag' : appendToValue(scan, character, 'single')),
  raw: (scan, character) => {
    if (scan.element === 'style') advanceStyle(scan, character);

    return character === '<' ? 'open' : 'raw';
  },
};

function appendLimited(text: string, character: string): string {
  return text.length < keptLengthMax ? text + character : text;
}

function appendToValue(scan: Scan, character: string, next: State): State {
  if (scan.attribute === 'style') advanceStyle(scan, character);
  else advanceUrl(scan.url, character);

  return next;
}

const styleUrl = 'url(';
/** A quotation mark, which may be a character reference in an attribute. */
const openingQuote = /^(?:["']|&[#\w]+;)$/;

function advanceStyle(scan: Scan, character: string): void {
  if (scan.style !== styleUrl) {
    scan.style = (scan.style + character.toLowerCase()).slice(-styleUrl.length);
    scan.url = urlStart();
  } else if (character === ')') {
    scan.style = '';
  } else {
    advanceUrl(scan.url, character);
    if (openingQuote.test(scan.url.start)) scan.url = urlStart();
  }
}

/**
 * Tracks the HTML context of the output character by character and escapes values for it. The context may be approximate:
 * each escaping method is safe in every context.
 */
export function htmlEscaping(): Escaping {
  const scan: Scan = { state: 'text', element: '', attribute: '', url: urlStart(), style: '' };

  return {
    format: 'html',
    advance: (text) => {
      for (const character of text) scan.state = transitions[scan.state](scan, character);
    },
    decodeDefault: resolveReferences,
    escape: (text) => {
      switch (scan.state) {
        case 'text':
        case 'skipped':
          return escapeHtml(text);
        case 'raw':
          return styleValue(text, scan);
        case 'double':
        case 'single':
          return escapeHtml(attributeValue(text, scan));
        case 'bare':
        case 'equals':
          return escapeUnquoted(attributeValue(text, scan));
        default:
          return escapeUnquoted(text);
      }
    },
  };
}

function attributeValue(text: string, scan: Scan): string {
  if (scan.attribute === 'style') return styleValue(text, scan);

  return urlAttributes.has(scan.attribute) ? escapeUrlValue(text, scan.url) : text;
}

/** Keeps only the characters of colours, sizes and font names. In a URL, encodes the characters that would end it. */
function styleValue(text: string, { style, url }: Scan): string {
  if (style !== styleUrl) return text.replaceAll(/[^\p{L}\p{N}#%.,_ -]/gu, '');

  return escapeUrlValue(text, url)
    .replaceAll("'", '%27')
    .replaceAll(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
}
