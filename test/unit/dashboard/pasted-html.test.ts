import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanPastedHtml } from '../../../infra/dashboard/pages/campaigns/editor/rich-text/pasted-html.ts';
import { readHtml } from '../../../infra/dashboard/pages/campaigns/editor/rich-text/read-html.ts';
import { clipboards } from './clipboards.ts';

test('a text from Word has only paragraphs, lists and formats', () => {
  expect(cleanPastedHtml(clipboards.word)).toBe(
    [
      '<p>Hi <b>Ada</b>,</p>',
      '<p>see our <a href="https://acme.example/offer">offer</a> &amp; more:</p>',
      '<ul>\n<li>First point</li>\n<li><i>Second</i> point</li>\n</ul>',
      '<ol>\n<li>Step</li>\n</ol>',
      '<p>Kind regards</p>',
    ].join('\n'),
  );
});

test('a text from Google Docs is bold only where it is shown bold', () => {
  expect(cleanPastedHtml(clipboards.googleDocs)).toBe(
    [
      '<p>Hi Ada,</p>',
      '<p><b>bold</b> and <i>italic</i> and <a href="https://acme.example/">a link</a></p>',
      '<ul>\n<li>One</li>\n<li>Two\n<ul>\n<li>Inner</li>\n</ul>\n</li>\n</ul>',
    ].join('\n'),
  );
});

test('a text from Gmail keeps its lines and the quoted text', () => {
  expect(cleanPastedHtml(clipboards.gmail)).toBe(
    [
      '<p>Hi Ada,</p>',
      '<p>thanks <b>a lot</b>.</p>',
      '<p>On Mon, Ada &lt;ada@acme.example&gt; wrote:</p>',
      '<p>Earlier text<br>second line</p>',
    ].join('\n'),
  );
});

test('a merge field of the editor is copied, and an invented one is not', () => {
  const field = '{{firstName | default: &quot;there&quot;}}';
  const forged = '&lt;script&gt;';

  expect(cleanPastedHtml(`<p>Hi <span data-merge-field="${field}">First name</span>!</p>`)).toBe(
    '<p>Hi {{firstName | default: "there"}}!</p>',
  );
  expect(cleanPastedHtml(`<p><span data-merge-field="${forged}">x</span></p>`)).toBe('<p>x</p>');
});

test.each([
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<img src="http://a.example/x.png">x',
  '<img src="data:image/png;base64,AA">x',
  '<p onclick="alert(1)" style="color:red">x</p>',
  '<style>p { color: red }</style><script>alert(1)</script>x',
])('%s is only a text', (html) => {
  expect(cleanPastedHtml(html)).toBe('<p>x</p>');
});

test('each clipboard gives only what the editor can show', () => {
  const parts = Object.values(clipboards).flatMap((html) => html.match(/<[^>]*>|[^<]+/g) ?? []);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), (chosen) => {
      expect(readHtml(cleanPastedHtml(chosen.join('')))).toHaveProperty('document');
    }),
    { numRuns: 1_000 },
  );
});
