/** Text that is already HTML. All other values are escaped when they are inserted. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/**
 * html`<b>${name}</b>`: inserted values are escaped unless they are Html; lists are joined; undefined and false are omitted.
 */
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

/** The anchor of a heading: `#webhook-events` for `Webhook events`. */
export function anchor(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9._]+/g, '-');
}
