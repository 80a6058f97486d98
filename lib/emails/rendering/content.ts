import type { CampaignSettings } from '#lib/campaigns/definition/campaign.ts';
import { appendHtml, linkParagraph, pixelImage } from '#lib/emails/rendering/html-body.ts';
import { printable } from '#lib/emails/rendering/place.ts';
import { trackLinks } from '#lib/emails/rendering/tracked-links.ts';
import { htmlToText } from '#lib/html/html-to-text.ts';
import type { MailLinks } from '#lib/links/links.ts';

export type MailSettings = Pick<
  CampaignSettings,
  'trackOpens' | 'trackClicks' | 'plainTextOnly' | 'unsubscribe'
>;

interface Surroundings {
  readonly signatureHtml: string | null;
  readonly settings: MailSettings;
  readonly links: MailLinks | undefined;
}

export interface Content {
  readonly text: string;
  readonly html: string | undefined;
}

const unsubscribeWords = 'Unsubscribe';

/**
 * Adds the signature to rendered bodies, and an unsubscribe link unless they contain one. If there is no text body, it is
 * derived from the HTML.
 */
export async function finishContent(
  bodies: { readonly html: string | undefined; readonly text: string | undefined },
  surroundings: Surroundings,
): Promise<Content> {
  const html = bodies.html === undefined ? undefined : finishHtml(printable(bodies.html), surroundings);
  const text =
    bodies.text === undefined ? htmlToText(html ?? '') : finishText(printable(bodies.text), surroundings);
  if (html === undefined || surroundings.settings.plainTextOnly) return { text, html: undefined };

  return { text, html: await track(html, surroundings) };
}

function finishHtml(body: string, { signatureHtml, settings, links }: Surroundings): string {
  const signed = signatureHtml ? appendHtml(body, `<div><br>${signatureHtml}</div>`) : body;
  const words = oweLink(body, settings, links);

  return words === undefined || !links
    ? signed
    : appendHtml(signed, linkParagraph(links.unsubscribeUrl, words));
}

function finishText(body: string, { signatureHtml, settings, links }: Surroundings): string {
  const words = oweLink(body, settings, links);
  const signature = signatureHtml ? htmlToText(signatureHtml) : '';
  const unsubscribe = words === undefined || !links ? '' : `${words}: ${links.unsubscribeUrl}`;

  return [body.trimEnd(), signature, unsubscribe].filter((part) => part !== '').join('\n\n');
}

/** The text of the unsubscribe link to add; undefined if the body needs no link. */
function oweLink(
  body: string,
  { unsubscribe }: MailSettings,
  links: MailLinks | undefined,
): string | undefined {
  if (!links || !unsubscribe.link || body.includes(links.unsubscribeUrl)) return undefined;
  const words = printable(unsubscribe.text ?? '').trim();

  return words === '' ? unsubscribeWords : words;
}

async function track(html: string, { settings, links }: Surroundings): Promise<string> {
  if (!links) return html;
  const tracked = settings.trackClicks ? await trackLinks(html, links) : html;

  return settings.trackOpens ? appendHtml(tracked, pixelImage(links.openUrl)) : tracked;
}
