import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitiseHtml } from '#lib/html/sanitise.ts';
import { tokensOf } from '#lib/html/tokens.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

const clean = (html: string) => sanitiseHtml(html, { images: 'alternative_text', links: 'new_window' });

/** Markup that has run scripts, loaded resources or left its place in mail programs and sanitisers. */
const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js>',
  '<script><!--<script></script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/p.gif" alt="a&quot; onerror=&quot;alert(1)">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<form action="https://evil.example"><input name=password><button>Log in</button></form>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data=x></object><embed src=x>',
  '<a href="javascript:alert(1)">x</a><a href=" java\nscript:alert(1)">x</a><a href="data:text/html,x">x</a>',
  '<a href="&#x6A;avascript&colon;alert(1)">x</a><a href="vbscript:x">x</a>',
  '<a href="https://a.example" onclick="alert(1)" target="_top" rel="opener">x</a>',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example">',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import url(//evil.example)</style>',
  '<p style="background:url(https://evil.example/p.gif)">x</p><p style="color:red;background-image:url(x)">x</p>',
  '<p style="position:fixed;top:0;left:0;width:100%;height:100%;z-index:9">x</p>',
  '<p style="margin-left:-999px;margin: 0 -5em;text-indent:-1px">x</p>',
  '<p style="width:expression(alert(1));behavior:url(x);-moz-binding:url(x)">x</p>',
  '<p style="color:\\72 ed;font-family:\'a;}*{display:none\'">x</p>',
  '<div background="https://evil.example/p.gif"><table background="x"><td background=x>x</td></table></div>',
  '<video poster="https://evil.example/p.gif"><source src=x></video><audio src=x autoplay></audio>',
  '<input type=image src="https://evil.example/p.gif"><picture><source srcset="https://evil.example/x"></picture>',
  '<p id="location" name="body" class="x">x</p>',
  '</div></body></html></table><!-- --!><img src=x onerror=alert(1)> -->x',
  '<xmp><img src=x onerror=alert(1)></xmp><plaintext><textarea></textarea>',
  '<template><img src=x onerror=alert(1)></template><select><option><img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)><p/onclick=alert(1)/style=color:red>',
];

/** Markup that some parsers read as other elements or attributes. */
const ambiguous: readonly string[] = [
  '<![CDATA[<img src=x onerror=alert(1)>]]><?php x ?><!doctype x>',
  '<a href="https://a.example/`onmouseover=alert(1)//">x</a><p title="`&quot;><img src=x onerror=alert(1)>">x</p>',
];

const attributes = new Set(
  'href target rel style align valign dir lang title color face size width height border cellpadding cellspacing bgcolor colspan rowspan nowrap'.split(
    ' ',
  ),
);
const elements = new Set(
  'a b blockquote br code div em font h1 h2 h3 h4 hr i li ol p pre s small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
);

/** What a browser could run, load, submit or move in the markup. */
function faultsIn(html: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const token of tokensOf(html)) {
    if (token.kind === 'close' && open.pop() !== token.name) faults.push(`unbalanced ${token.name}`);
    if (token.kind !== 'open') continue;
    if (!elements.has(token.name)) faults.push(`<${token.name}>`);
    if (!['br', 'hr'].includes(token.name)) open.push(token.name);
    for (const [name, { value }] of token.attributes) {
      if (!attributes.has(name)) faults.push(`${token.name} ${name}`);
      if (name === 'href' && !/^(?:https?:\/\/|mailto:|tel:)/i.test(value)) faults.push(`href ${value}`);
      if (name === 'target' && value !== '_blank') faults.push(`target ${value}`);
      if (name === 'style' && /url|expression|@|\\|position|z-index|behavior|-\d/i.test(value)) {
        faults.push(`style ${value}`);
      }
    }
  }

  return open.length > 0 ? [...faults, `unclosed ${open.join()}`] : faults;
}

describe('sanitised HTML of a reply', () => {
  test.each(hostile)('runs, loads, submits and covers nothing: %s', (html) => {
    expect(faultsIn(clean(html))).toEqual([]);
    expect(faultsIn(clean(`<table><tr><td><b>${html}</b>`))).toEqual([]);
    expect(faultsIn(html), 'the check finds the fault of the source').not.toEqual([]);
  });

  test.each(ambiguous)('is not ambiguous: %s', (html) => {
    expect(faultsIn(clean(html))).toEqual([]);
    expect(clean(html)).not.toMatch(/<img|onerror=alert\(1\)>/);
  });

  test('is safe for any combination of hostile parts', { timeout: 60_000 }, () => {
    const part = fc.oneof(
      fc.constantFrom(...hostile, ...ambiguous),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '&',
        '<!--',
        '-->',
        '</',
        '/>',
        ' on',
        '\0',
        '<a ',
        '<p style="',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(400), (parts, cut) => {
        const once = clean(parts.join('').slice(cut));

        return faultsIn(once).length === 0 && clean(once) === once;
      }),
      { numRuns: 2000 },
    );
  });

  test('shows the alternative text of an image and loads nothing', () => {
    expect(clean('<p>See <img src="https://a.example/x.png" alt="the &lt;plan&gt;"></p>')).toBe(
      '<p>See the &lt;plan&gt;</p>',
    );
  });

  test('opens links in a new window without a referrer', () => {
    expect(clean('<a href="https://a.example/?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    );
  });

  test('keeps colours, fonts, lists and tables', () => {
    const html = '<ul><li style="color: red"><b>x</b></li></ul><table border="1"><tr><td>y</td></tr></table>';

    expect(clean(html)).toBe(html);
  });

  test('takes linear time for deep, unclosed and broken markup', () => {
    const length = 131_072;
    for (const unit of ['<b>', '<div></i>', '<a href="', '<!--', '<p style="color:red;', '&', '<img alt="']) {
      const html = unit.repeat(length / unit.length);
      const ratio =
        cpuTimeOf(() => clean(html.repeat(4))) /
        Math.max(
          5,
          cpuTimeOf(() => clean(html)),
        );
      expect(ratio, unit).toBeLessThan(12);
    }
  });
});
