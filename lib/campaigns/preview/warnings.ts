import type { ComposedPreview } from '#lib/campaigns/preview/compose-preview.ts';
import type { EmailPreview, EmailWarning } from '#lib/campaigns/preview/schemas.ts';
import type { EmailSettings } from '#lib/emails/rendering/content.ts';
import { placeholdersOf } from '#lib/emails/rendering/email-texts.ts';
import { invalidLinksOf, quoteLinks } from '#lib/emails/rendering/invalid-links.ts';
import { htmlToText } from '#lib/html/html-to-text.ts';
import { type HtmlToken, tokensOf } from '#lib/html/tokens.ts';

interface CheckedEmail extends Pick<ComposedPreview, 'subject' | 'thread' | 'content' | 'links'> {
  /** Of the variant; a reply does not use it. */
  readonly ownSubject: string;
  readonly settings: EmailSettings;
  readonly variables: EmailPreview['variables'];
}

/** Gmail hides what follows the first 102 KB of the HTML behind a link. */
const clippedBytesMin = 102 * 1024;
/** SpamAssassin's rules HTML_IMAGE_ONLY_04 to _32 score a part with an image and at most this many bytes of HTML. */
const imageHtmlBytesMax = 3200;
/** Cold emails have few links. Filters compare the number with the length of the text, without a common limit. */
const linksMax = 5;
/** Placeholders that a warning quotes. */
const placeholdersMax = 5;
/** Shorter subjects in capitals are usually abbreviations. */
const capitalsMin = 10;

/** Warnings about causes that may keep the email from being sent or from reaching the inbox. */
export function warningsOf(email: CheckedEmail): EmailWarning[] {
  const { subject, ownSubject, thread, content, settings, links, variables } = email;
  const pageLinks = pageLinksOf(content.untrackedHtml ?? '', links.unsubscribeUrl);
  const missing = variables.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  const insecureCount = pageLinks.filter((url) => /^http:/i.test(url)).length;
  const { untrackedHtml: html, text } = content;
  const shown = html === undefined ? text : htmlToText(html);
  const hasUnsubscribe =
    settings.unsubscribe.header || content.hasShortLink || shown.includes(links.unsubscribeUrl);
  const placeholders = placeholdersOf({ subject, html: undefined, text: shown });
  const invalidLinks = invalidLinksOf(html === undefined ? { text } : { html });
  const letters = subject.replaceAll(/[^\p{L}]/gu, '');
  const isUpperCase = letters.length >= capitalsMin && letters === letters.toUpperCase();
  // Scripts without capital letters, such as Arabic, have no case.
  const hasCase = letters !== letters.toLowerCase();
  const htmlBytes = Buffer.byteLength(content.html ?? '');
  const hasImage = [...tokensOf(content.html ?? '')].some(isImage);
  const checks: readonly (readonly [boolean, EmailWarning['code'], string])[] = [
    [missing.length > 0, 'missing_variables', `The contact has no value for ${missing.join(', ')}.`],
    [!hasUnsubscribe, 'no_unsubscribe', 'The email has neither an unsubscribe header nor a link.'],
    [
      placeholders.length > 0,
      'placeholder_text',
      `Replace the placeholders: ${placeholders.slice(0, placeholdersMax).join(', ')}.`,
    ],
    [subject.trim() === '', 'empty_subject', 'The subject is empty.'],
    [
      thread !== undefined && ownSubject.trim() !== '',
      'unused_subject',
      'The email replies with the subject of its conversation. Set thread to "new" to use its own.',
    ],
    [isUpperCase && hasCase, 'subject_in_capitals', 'The subject has only capital letters.'],
    [pageLinks.length > linksMax, 'many_links', `The email has ${pageLinks.length} links.`],
    [insecureCount > 0, 'insecure_links', `${insecureCount} links use http instead of https.`],
    [invalidLinks.length > 0, 'invalid_links', `These links are not URLs: ${quoteLinks(invalidLinks)}.`],
    [
      hasImage && htmlBytes <= imageHtmlBytesMax,
      'image_heavy',
      content.tracked.includes('opens')
        ? 'The tracking of opens adds an image to a short text, which spam filters dislike: write more, or turn off the tracking of opens.'
        : 'The email has images and little text, which spam filters dislike: write more.',
    ],
    [htmlBytes > clippedBytesMin, 'clipped', `Gmail shows only 102 KB of the ${htmlBytes} bytes of HTML.`],
  ];

  return checks.flatMap(([applies, code, message]) => (applies ? [{ code, message }] : []));
}

/** The links to web pages, except the unsubscribe link. */
function pageLinksOf(html: string, unsubscribeUrl: string): string[] {
  return [...tokensOf(html)].flatMap((token) => {
    const isLink = token.kind === 'open' && (token.name === 'a' || token.name === 'area');
    const href = isLink ? (token.attributes.get('href')?.value.trim() ?? '') : '';

    return href !== unsubscribeUrl && /^https?:/i.test(href) ? [href] : [];
  });
}

function isImage(token: HtmlToken): boolean {
  return token.kind === 'open' && token.name === 'img';
}
