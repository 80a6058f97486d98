import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { trackLinks } from '#lib/emails/rendering/tracked-links.ts';
import { escapeHtml } from '#lib/html/escape.ts';
import { htmlToText } from '#lib/html/html-to-text.ts';
import { tokensOf } from '#lib/html/tokens.ts';
import type { EmailLinks } from '#lib/links/links.ts';
import { type TrackedAction, trackedActions } from '#lib/values/event-kind.ts';
import { removeControlCharacters } from '#lib/values/text/control-characters.ts';

export type EmailSettings = Pick<
  CampaignItem,
  'trackOpens' | 'trackClicks' | 'plainTextOnly' | 'unsubscribe'
>;

interface ContentContext {
  readonly signatureHtml: string | null;
  /** Lines of plain text. */
  readonly postalAddress: string | null;
  readonly settings: EmailSettings;
  readonly links: EmailLinks | undefined;
}

/** The bodies of an email as they are sent. */
export interface Content {
  readonly text: string;
  readonly html: string | undefined;
  /** The HTML before links are tracked and the image for opens is added. */
  readonly untrackedHtml: string | undefined;
  /** Whether the text has the short unsubscribe link. */
  readonly hasShortLink: boolean;
  /** `opens` if the HTML has the image, `clicks` if it has tracked links. */
  readonly tracked: TrackedAction[];
}

const defaultLinkText = 'Unsubscribe';

/**
 * Adds the signature to rendered bodies, and the postal address and an unsubscribe link unless they contain them. If there is no text body, it is
 * derived from the HTML.
 */
export async function finishContent(
  bodies: { readonly html: string | undefined; readonly text: string | undefined },
  context: ContentContext,
): Promise<Content> {
  const html =
    bodies.html === undefined ? undefined : finishHtml(removeControlCharacters(bodies.html), context);
  const text =
    bodies.text === undefined
      ? htmlToText(html ?? '')
      : finishText(removeControlCharacters(bodies.text), context);
  if (html === undefined || context.settings.plainTextOnly) {
    const { unsubscribeUrl = '', short } = context.links ?? {};
    const hasShortLink = short !== undefined && text.includes(unsubscribeUrl);
    const shortened = hasShortLink ? text.replaceAll(unsubscribeUrl, () => short.url) : text;

    return { text: shortened, html: undefined, untrackedHtml: undefined, tracked: [], hasShortLink };
  }

  return { text, untrackedHtml: html, hasShortLink: false, ...(await track(html, context)) };
}

function finishHtml(body: string, context: ContentContext): string {
  const { signatureHtml } = context;
  const signed = signatureHtml ? appendHtml(body, `<div><br>${signatureHtml}</div>`) : body;
  const shown = htmlToText(signed);
  const address = addressToAdd(shown, context);
  const addressed = address
    ? appendHtml(signed, `<p>${escapeHtml(address).replaceAll('\n', '<br>')}</p>`)
    : signed;
  const link = unsubscribeLink(shown, context);
  if (!link) return addressed;
  const { before, linked, after, url } = link;
  const anchor = `<a href="${escapeHtml(url)}">${escapeHtml(linked)}</a>`;

  return appendHtml(addressed, `<p>${escapeHtml(before)}${anchor}${escapeHtml(after)}</p>`);
}

function finishText(body: string, context: ContentContext): string {
  const { signatureHtml } = context;
  const signature = signatureHtml ? htmlToText(signatureHtml) : '';
  const address = addressToAdd(`${body} ${signature}`, context);
  const link = unsubscribeLink(body, context);
  const unsubscribe = link ? unsubscribeText(link) : '';

  return [body.trimEnd(), signature, address, unsubscribe].filter((part) => part !== '').join('\n\n');
}

/** The postal address to add; empty if the text contains it, with any white space. */
function addressToAdd(text: string, { postalAddress }: ContentContext): string {
  const address = removeControlCharacters(postalAddress ?? '').trim();
  const words = (each: string) => each.replaceAll(/\s+/g, ' ');

  return words(text).includes(words(address)) ? '' : address;
}

/** A sentence with a link. `before` and `after` are empty unless the sentence marks its linked words. */
type UnsubscribeLink = Readonly<Record<'before' | 'linked' | 'after' | 'url', string>>;

function unsubscribeText({ before, linked, after, url }: UnsubscribeLink): string {
  if (`${before}${after}` !== '') return `${before}${linked} (${url})${after}`;

  // A complete sentence needs no colon.
  return `${linked}${/[.!?…。:]$/u.test(linked) ? '' : ':'} ${url}`;
}

const markedWords = /^([^[\]]*)\[([^[\]]+)\]([^[\]]*)$/;

/** The unsubscribe link to add; undefined if it is not needed. @param shown the text that all mail programs show */
function unsubscribeLink(shown: string, { settings, links }: ContentContext): UnsubscribeLink | undefined {
  const { unsubscribe } = settings;
  if (!links || !unsubscribe.link || shown.includes(links.unsubscribeUrl)) return undefined;
  const text = removeControlCharacters(unsubscribe.text ?? '').trim();

  const [, before = '', linked = text || defaultLinkText, after = ''] = markedWords.exec(text) ?? [];

  return { before, linked, after, url: links.unsubscribeUrl };
}

async function track(html: string, { settings, links }: ContentContext) {
  const withLinks = links && settings.trackClicks ? await trackLinks(html, links) : html;
  const withImage =
    links && settings.trackOpens ? appendHtml(withLinks, pixelImage(links.openUrl)) : withLinks;
  const isTracked = { opens: withImage !== withLinks, clicks: withLinks !== html };

  return { html: withImage, tracked: trackedActions.filter((action) => isTracked[action]) };
}

/** Inserts before the last `</body>`, or at the end of a text without `</body>`. */
function appendHtml(html: string, addition: string): string {
  let end = html.length;
  for (const token of tokensOf(html)) {
    if (token.kind === 'close' && token.name === 'body') end = token.at;
  }

  return `${html.slice(0, end)}${addition}${html.slice(end)}`;
}

/** The open-tracking pixel. The empty `alt` hides it from screen readers. */
function pixelImage(url: string): string {
  return `<img src="${escapeHtml(url)}" width="1" height="1" alt="" style="border:0">`;
}
