import { escapeHtml } from '#lib/html/escape.ts';
import { tokensOf } from '#lib/html/tokens.ts';

/** Inserts before the last `</body>`, or at the end of a text without `</body>`. */
export function appendHtml(html: string, addition: string): string {
  let end = html.length;
  for (const token of tokensOf(html)) {
    if (token.kind === 'close' && token.name === 'body') end = token.at;
  }

  return `${html.slice(0, end)}${addition}${html.slice(end)}`;
}

/** A paragraph that contains only a link. */
export function linkParagraph(url: string, words: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(words)}</a></p>`;
}

/** The open-tracking pixel. The empty `alt` hides it from screen readers. */
export function pixelImage(url: string): string {
  return `<img src="${escapeHtml(url)}" width="1" height="1" alt="" style="border:0">`;
}
