import { cleanSignature, signatureBytesMax } from '#lib/email-accounts/signature.ts';
import { textEscaping } from '#lib/emails/rendering/escaping.ts';
import { htmlEscaping } from '#lib/emails/rendering/html-escaping.ts';
import { renderTemplate } from '#lib/emails/rendering/render.ts';
import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { trackLinks } from '#lib/emails/rendering/tracked-links.ts';
import { resolveReferences } from '#lib/html/character-references.ts';
import { escapeHtml, escapeUnquoted } from '#lib/html/escape.ts';
import { htmlToText } from '#lib/html/html-to-text.ts';
import { tokensOf } from '#lib/html/tokens.ts';
import { removeControlCharacters } from '#lib/values/text/control-characters.ts';
import { csvLine, removeFormulaGuards } from '#lib/values/text/csv.ts';
import { toSingleLine } from '#lib/values/text/single-line.ts';
import type { Parser } from './measure.ts';

const links = {
  short: { url: '', token: '', putAt: () => ({ put: { pk: '', sk: '' } }) },
  unsubscribeUrl: 'https://x.example/u/x',
  openUrl: 'https://x.example/t/o/x',
  clickUrl: async (target: string) => `https://x.example/t/c/${target.length}`,
};
const page = '<p style="color: red">Hi <a href="https://www.example.com/?a=1">you</a> &amp; <b>me</b></p>';
const template = 'Hi {{firstName | default: "there"}}, {one|two {{custom.plan}}}\\{';

/** HTML that users write in emails, as content and as values of contacts. */
export const htmlParsers: readonly Parser[] = [
  { name: 'HTML tokens', sample: page, run: (text) => [...tokensOf(text)].length },
  // The maximum length of a received message and of a campaign's content.
  { name: 'HTML to text', sample: page, limit: 327_680, run: (text) => htmlToText(text) },
  // The maximum length of a received message's HTML that is kept.
  {
    name: 'HTML to text with quotations',
    sample:
      '<div class="gmail_quote x_gmail_attr"><blockquote type="cite">Hi</blockquote><hr tabindex="-1">De: x</div>',
    limit: 131_072,
    run: (text) => htmlToText(text, 'marked'),
  },
  { name: 'tracked links', sample: page, run: (text) => trackLinks(text, links) },
  { name: 'signature', sample: page, limit: signatureBytesMax, run: cleanSignature },
  { name: 'character references', sample: '&amp;&#x41;', run: resolveReferences },
  { name: 'escaped text', sample: page, run: (text) => [escapeHtml(text), escapeUnquoted(text)] },
  { name: 'place in HTML', sample: page, run: (text) => prefixed(text) },
  { name: 'template', sample: template, run: (text) => parseTemplate(text, 'html') },
  {
    name: 'template with raw text',
    sample: `<style>a{b:c}</style><!--[if mso]>${template}<![endif]-->`,
    run: (text) => parseTemplate(text, 'html'),
  },
  {
    name: 'rendered template',
    sample: template,
    run: (text) => renderTemplate(text, new Map([['firstName', 'Ann']]), 'seed', textEscaping()),
  },
  {
    name: 'value in a template',
    sample: 'https://www.example.com',
    // The longest values of merge fields are URLs of 2,048 characters.
    limit: 2048,
    run: (text) =>
      renderTemplate(
        '<a href="{{firstName}}" style={{lastName}}>{{firstName}}</a>',
        new Map([
          ['firstName', text],
          ['lastName', text],
        ]),
        's',
        htmlEscaping(),
      ),
  },
  { name: 'one line of a header', sample: 'Hello', run: toSingleLine },
  { name: 'cell of a written CSV file', sample: "a; '=1+1", run: (text) => csvLine([text]) },
  { name: 'cell of a read CSV file', sample: "a;' '=1+1", run: removeFormulaGuards },
  { name: 'printable body', sample: 'Hello\r\n', run: removeControlCharacters },
];

function prefixed(text: string): string {
  const place = htmlEscaping();
  place.advance(text);

  return place.escape(text);
}
