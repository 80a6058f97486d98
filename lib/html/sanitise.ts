import { type HtmlToken, tokensOf } from '#lib/html/tokens.ts';

/** Policy of one use of the sanitiser. */
interface SanitiserPolicy {
  /** `https`: images from secure URLs stay. `alternative_text`: an image becomes its alternative text. */
  readonly images: 'https' | 'alternative_text';
  /** `new_window`: links open in a new window, which has no access to the page or its address. */
  readonly links: 'plain' | 'new_window';
}

const newWindow = ' target="_blank" rel="noopener noreferrer nofollow"';

/** Deeper elements are unwrapped, so each search of the open elements is short. Browsers limit the depth, too. */
const depthMax = 100;

/** Allowed elements with content and without specific attributes. */
const plainElements: ReadonlySet<string> = new Set(
  'b blockquote code div em h1 h2 h3 h4 i li ol p pre s small span strong sub sup tbody thead u ul'.split(
    ' ',
  ),
);
/** Allowed elements with specific attributes. */
const specificAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href']],
  ['font', ['color', 'face', 'size']],
  ['hr', ['width', 'size', 'color']],
  ['img', ['src', 'alt', 'width', 'height', 'border']],
  ['table', ['width', 'height', 'border', 'cellpadding', 'cellspacing', 'bgcolor']],
  ['td', ['width', 'height', 'colspan', 'rowspan', 'bgcolor', 'nowrap']],
  ['th', ['width', 'height', 'colspan', 'rowspan', 'bgcolor']],
  ['tr', ['height', 'bgcolor']],
]);
const globalAttributes = ['style', 'align', 'valign', 'dir', 'lang', 'title'];
/** Allowed elements without content. */
const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** Elements that are removed with their content, because it is not visible text or has special parsing rules. */
const droppedWithContent: ReadonlySet<string> = new Set(
  (
    'applet audio button canvas frameset head iframe math noembed noframes noscript object option ' +
    'plaintext script select style svg template textarea title video xmp'
  ).split(' '),
);

const allowedAddress: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/|mailto:|tel:)[^\s\p{Cc}\\]+$/iu,
  src: /^https:\/\/[^\s\p{Cc}\\]+$/iu,
};

const allowedProperty =
  /^(?:color|background-color|font(?:-family|-size|-style|-weight|-variant)?|line-height|letter-spacing|text-(?:align|decoration|transform|indent)|vertical-align|white-space|(?:margin|padding|border)(?:-[a-z]+){0,2}|(?:max-|min-)?(?:width|height)|display|list-style(?:-type)?)$/;
/** A negative length could move an element over its surroundings. */
const negative = /(?:^|[\s(,])-[\d.]/;
/** No URLs, no functions except colours, no escapes. This is enough for the allowed properties. */
const allowedValue = /^(?:[A-Za-z0-9#%.,'"\s-]|(?:rgb|hsl)a?\([0-9.,%\s]+\))+$/;

/**
 * Sanitises HTML: parses it and rebuilds it from allowed markup only, so nothing unknown remains. The result has no scripts,
 * event handlers, forms or frames. All elements are closed, and no closing tag is unmatched, so the surrounding page is not
 * affected. Idempotent. Time and memory are linear.
 */
export function sanitiseHtml(html: string, { images, links }: SanitiserPolicy): string {
  const output: string[] = [];
  /** Names of the open elements, outermost first. */
  const open: string[] = [];
  /** The element that is dropped with its content, up to its closing tag. */
  let dropped: string | undefined;
  for (const token of tokensOf(html)) {
    if (dropped !== undefined) {
      if (token.kind === 'close' && token.name === dropped) dropped = undefined;
    } else if (token.kind === 'text') {
      output.push(escapeText(token.text));
    } else if (token.kind === 'close') {
      output.push(closeElement(open, token.name));
    } else if (droppedWithContent.has(token.name)) {
      dropped = token.name;
    } else if (token.name === 'img' && images === 'alternative_text') {
      output.push(escapeValue(token.attributes.get('alt')?.value ?? ''));
    } else if (voidElements.has(token.name)) {
      output.push(`<${token.name}${writeAttributes(token)}>`);
    } else if (isAllowed(token.name) && open.length < depthMax) {
      const linkAttributes = token.name === 'a' && links === 'new_window' ? newWindow : '';
      output.push(`<${token.name}${writeAttributes(token)}${linkAttributes}>`);
      open.push(token.name);
    }
  }

  return [...output, ...open.reverse().map((name) => `</${name}>`)].join('').trim();
}

function isAllowed(name: string): boolean {
  return plainElements.has(name) || specificAttributes.has(name);
}

/** Also closes all elements that were opened inside. */
function closeElement(open: string[], name: string): string {
  const at = open.lastIndexOf(name);
  if (at === -1) return '';

  return open
    .splice(at)
    .reverse()
    .map((each) => `</${each}>`)
    .join('');
}

function writeAttributes({ name, attributes }: Extract<HtmlToken, { kind: 'open' }>): string {
  const allowed = [...(specificAttributes.get(name) ?? []), ...globalAttributes];

  return allowed
    .flatMap((key) => {
      const value = attributes.get(key)?.value;
      if (value === undefined) return [];
      const cleaned = cleanValue(key, value);

      // An empty `alt` has a meaning: the image is decorative.
      return cleaned === '' && key !== 'alt' ? [] : [` ${key}="${escapeValue(cleaned)}"`];
    })
    .join('');
}

function cleanValue(key: string, value: string): string {
  const address = allowedAddress[key];
  if (address) return address.test(value.trim()) ? value.trim() : '';

  return key === 'style' ? cleanStyle(value) : value;
}

/** A declaration with a semicolon in a string is split into invalid parts, which are dropped. */
function cleanStyle(style: string): string {
  return style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      const isKept = allowedProperty.test(property) && allowedValue.test(value) && !negative.test(value);

      return isKept ? [`${property}: ${value}`] : [];
    })
    .join('; ');
}

/** Text tokens are not decoded, unlike attribute values, so well-formed character references stay. */
function escapeText(text: string): string {
  return escapeBrackets(text.replaceAll(/&(?!(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});)/gi, '&amp;'));
}

function escapeValue(value: string): string {
  return escapeBrackets(value.replaceAll('&', '&amp;')).replaceAll('"', '&quot;');
}

function escapeBrackets(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ''))
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
