import { sanitiseHtml } from '#lib/html/sanitise.ts';

/** Maximum size of a sanitised signature in UTF-8. */
export const signatureBytesMax = 20_480;

/** Sanitises a signature. Images from secure URLs stay, because the recipient's mail program decides whether to load them. */
export function cleanSignature(html: string): string {
  return sanitiseHtml(html, { images: 'https', links: 'plain' });
}
