/** Text that is HTML already. Everything else is escaped on its way into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** html`<b>${name}</b>`: what is put in is escaped unless it is Html; lists are joined, undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + toText(parts[index - 1]) + string));
}

function toText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;

  return typeof part === 'object' ? part.map(toText).join('') : escapeHtml(String(part));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** `Webhook events` is at `#webhook-events`. */
export function anchor(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9._]+/g, '-');
}
