import { textEscaping } from '#lib/emails/rendering/escaping.ts';
import { htmlEscaping } from '#lib/emails/rendering/html-escaping.ts';
import { linksOf, urlsOf } from '#lib/emails/rendering/links.ts';
import type { MergeFields } from '#lib/emails/rendering/merge-fields.ts';
import { renderTemplate } from '#lib/emails/rendering/render.ts';

interface Bodies {
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

/** The distinct links of an email that mail clients do not open, or that lead nowhere. */
export function invalidLinksOf({ html = '', text = '' }: Bodies): string[] {
  const links = [...Array.from(linksOf(html), ({ value }) => value), ...urlsOf(text)];

  return [...new Set(links.filter(isInvalid))];
}

/**
 * Beginnings of links that are URLs, but that mail clients do not open: scripts, files of the author (`C:\x`), and hosts with
 * a port, which are read as a scheme (`acme.com:8080`).
 */
const unopened = /^(?:javascript|vbscript|data|blob|about|file|localhost|[a-z]|[^:/?#.]*\.[^:/?#]*):/i;
const hostWithPort = /^(?!tel:|sms:|callto:)[^:/?#]+:\d{1,5}(?:[/?#]|$)/i;
/** Braces that were encoded twice contain a merge field that is not inserted. */
const encodedTwice = /%25(?:25)*7B%25(?:25)*7B/i;

/** Anchors are valid: they lead to a place in the email. */
function isInvalid(link: string): boolean {
  const url = link.replaceAll(/[\t\n\r]/g, '').trim();
  if (url.startsWith('#')) return false;
  if (unopened.test(url) || hostWithPort.test(url) || encodedTwice.test(url)) return true;
  const parsed = URL.parse(url);

  // The host of `http://https://acme.com` is `https`.
  return parsed === null || /^https?$/.test(parsed.hostname);
}

/** Links of a message. */
const quotedMax = 5;
const quotedLengthMax = 200;

/** The first links, in quotes, for a message. */
export function quoteLinks(links: readonly string[]): string {
  return links
    .slice(0, quotedMax)
    .map((link) => JSON.stringify(link.slice(0, quotedLengthMax)))
    .join(', ');
}

/** A merge field may contain quotes, which would end the attribute. */
const field = /\{\{[^{}]*\}\}/g;
/** A value with which every link in the template of a valid URL is valid. */
const anyValues: Pick<MergeFields, 'get'> = { get: () => 'value.example' };

/**
 * The texts of an email, reduced to their links, so that they are rendered quickly for many contacts.
 * @returns the invalid links with these merge field values; by default, the links that are invalid with any values
 */
export function linkCheckOf({ html = '', text = '' }: Bodies) {
  const quotedHtml = html.replaceAll(field, (written) => written.replaceAll('"', '&quot;'));
  const hrefs = Array.from(linksOf(quotedHtml), ({ from, to }) => `<a ${quotedHtml.slice(from, to)}></a>`);
  const linkHtml = [...new Set(hrefs)].join('');
  const linkText = [...new Set(urlsOf(text))].join(' ');

  return (values: Pick<MergeFields, 'get'> = anyValues): string[] => {
    const parts = [
      renderTemplate(linkHtml, values, '', htmlEscaping()),
      renderTemplate(linkText, values, '', textEscaping()),
    ] as const;
    const [renderedHtml, renderedText] = parts.map((part) => (part.kind === 'rendered' ? part.text : ''));

    return invalidLinksOf({ html: renderedHtml, text: renderedText });
  };
}
