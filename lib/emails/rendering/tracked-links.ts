import { linksOf } from '#lib/emails/rendering/links.ts';
import { escapeHtml } from '#lib/html/escape.ts';
import type { EmailLinks } from '#lib/links/links.ts';

/** Longer URLs are not tracked: some mail gateways reject the resulting tracked URL. */
const targetLengthMax = 2000;

/** Replaces links to web pages by tracked links that redirect to them. Unsubscribe links stay unchanged. */
export async function trackLinks(html: string, links: EmailLinks): Promise<string> {
  const written: string[] = [];
  /** Offset up to which the HTML is in `written`. */
  let copiedTo = 0;
  let linkIndex = 0;
  for (const { value, from, to } of linksOf(html)) {
    const target = webPageUrl(value);
    if (target === undefined || target === links.unsubscribeUrl) continue;
    const url = await links.clickUrl(target, linkIndex++);
    written.push(html.slice(copiedTo, from), `href="${escapeHtml(url)}"`);
    copiedTo = to;
  }

  return [...written, html.slice(copiedTo)].join('');
}

/** The web page that a link opens, parsed as browsers do; undefined for other links. */
function webPageUrl(href: string): string | undefined {
  const target = href.replaceAll(/[\t\n\r]/g, '').trim();
  const isPage = /^https?:\/\//i.test(target) && target.length <= targetLengthMax && URL.canParse(target);

  return isPage ? target : undefined;
}
