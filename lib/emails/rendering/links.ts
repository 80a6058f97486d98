import { type HtmlAttribute, tokensOf } from '#lib/html/tokens.ts';

/** Elements with links: texts, areas of images, and shapes of Outlook such as `v:roundrect`. */
const linkElement = /^(?:a|area|v:[a-z]+)$/;
/** A merge field in a URL may contain spaces. */
const urlInText = /https?:\/\/(?:\{\{[^{}]*\}\}|[^\s<>"{])*/gi;

/** The `href` attributes of links, also in comments for Outlook. */
export function* linksOf(html: string): Generator<HtmlAttribute> {
  for (const token of tokensOf(html, 'shown')) {
    const href =
      token.kind === 'open' && linkElement.test(token.name) ? token.attributes.get('href') : undefined;
    if (href) yield href;
  }
}

/** The URLs of web pages in a text, or in the template of a text. */
export function urlsOf(text: string): readonly string[] {
  return text.match(urlInText) ?? [];
}
