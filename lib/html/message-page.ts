import { hash } from 'node:crypto';
import { escapeHtml } from '#lib/html/escape.ts';

export interface MessagePage {
  readonly title: string;
  readonly text: string;
  /** The button posts to the page's own URL. */
  readonly button?: string;
  /** Of the texts; defaults to English. */
  readonly language?: string;
}

const style = `body{margin:0;padding:15vh 1.5rem 2rem;font:1.125rem/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}
main{max-width:32rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:.5rem;color:#fff;background:#1f4e9c;cursor:pointer}
button:focus-visible{outline:3px solid #f2a900;outline-offset:2px}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1a1a1a}button{color:#1a1a1a;background:#9cc2ff}}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every such page. The URL is secret, so the page must not leak it to other sites. */
export const messageHeaders = {
  Vary: 'Accept-Language',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
};

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he']);

/** A page with a short text and at most one button. It loads no resources and runs no scripts. */
export function messagePage({ title, text, button, language = 'en' }: MessagePage): string {
  const direction = rightToLeft.has(language) ? ' dir="rtl"' : '';
  const form =
    button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>`;

  return `<!doctype html>
<html lang="${language}"${direction}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>
`;
}
