import { escapeHtml } from '#lib/html/escape.ts';
import { tokensOf } from '#lib/html/tokens.ts';

/** At the end of what is shown: before `</body>`, where there is one. */
export function appendHtml(html: string, addition: string): string {
  let end = html.length;
  for (const token of tokensOf(html)) {
    if (token.kind === 'close' && token.name === 'body') end = token.at;
  }

  return `${html.slice(0, end)}${addition}${html.slice(end)}`;
}

/** A link in a paragraph of its own. */
export function linkParagraph(url: string, words: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(words)}</a></p>`;
}

/** The picture that tells of an opening. It takes no place, and says nothing to those who hear a mail. */
export function pixelImage(url: string): string {
  return `<img src="${escapeHtml(url)}" width="1" height="1" alt="" style="border:0">`;
}
