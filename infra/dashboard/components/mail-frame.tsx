import { useState } from 'react';
import './mail-frame.css';

interface MailFrameProps {
  /** Name of the frame, such as the subject. */
  readonly title: string;
  /** The HTML part, from anyone. */
  readonly html: string;
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const removed =
  'script, style, xmp, link, meta, base, iframe, frame, object, embed, form, input, button, textarea, select';

/**
 * The HTML of an email in a sandboxed frame: no scripts, no forms, no requests; images of other servers stay blank, and links
 * open in a new tab. The parent can reach the document of the frame because it cannot run scripts, and gives it its height
 * and its styles: the policy of the page, which frames inherit, permits styles only by the CSSOM.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const [height, setHeight] = useState(120);

  return (
    <iframe
      className="mail-frame"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={`<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><body></body>`}
      style={{ height }}
      onLoad={({ currentTarget: { contentDocument } }) => {
        if (contentDocument) setHeight(fill(contentDocument, html));
      }}
      key={html}
    />
  );
}

/** @returns the height of the content in pixels */
function fill(target: Document, html: string): number {
  const parsed = new DOMParser().parseFromString(disarm(html), 'text/html');
  for (const element of parsed.querySelectorAll(removed)) element.remove();
  const styles = new Map<Element, string>();
  for (const element of parsed.body.querySelectorAll('*')) {
    const style = element.getAttribute(`${renamed}style`);
    if (style !== null) styles.set(element, style.replaceAll(/url\([^)]*\)/giu, 'none'));
    // Attributes that run scripts do nothing in the sandbox, and the policy blocks requests; they are removed all the same.
    for (const { name, value } of [...element.attributes])
      if (name.startsWith('on') || name === 'style' || name.startsWith(renamed) || isRequest(name, value))
        element.removeAttribute(name);
  }
  for (const link of parsed.body.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  const body = target.body;
  body.style.cssText =
    'margin:16px;font:14px/20px system-ui,sans-serif;color:#171b22;background:#fff;overflow-wrap:anywhere';
  body.replaceChildren(...[...parsed.body.childNodes].map((node) => target.adoptNode(node)));
  for (const [element, style] of styles) (element as HTMLElement).style.cssText = style;

  return Math.min(Math.max(target.documentElement.scrollHeight, 80), 2000);
}

const renamed = 'data-email-';

/** The parser reports styles and event handlers as violations of the page's policy, so it must not see any. */
const disarm = (html: string): string =>
  html
    .replaceAll(/<[a-z][^<>]*>/giu, (tag) =>
      tag.replaceAll(/(?<=[\s"'/])(?=(?:style|on[a-z]+)\s*=)/giu, renamed),
    )
    // The content of both elements is text.
    .replaceAll(/<(\/?)style(?=[\s/>])/giu, '<$1xmp');

const isRequest = (name: string, value: string): boolean =>
  ['src', 'srcset', 'background', 'poster'].includes(name) && !value.startsWith('data:');
