import { useState } from 'react';
import './mail-frame.css';

interface MailFrameProps {
  /** Name of the frame, such as the subject. */
  readonly title: string;
  /** The HTML part, which is not trusted. */
  readonly html: string;
}

const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const removedElements =
  'script, style, xmp, link, meta, base, iframe, frame, object, embed, form, input, button, textarea, select';
/** Prefix of the attributes that `renameActiveMarkup` renames. */
const renamedPrefix = 'data-email-';

/**
 * The HTML of an email in a sandboxed frame: no scripts, no forms, no requests. Images of other servers stay blank, and links
 * open in a new tab. The frame runs no scripts, so the page can safely have access to its document. The page sets the height and
 * the styles: frames inherit its Content-Security-Policy, which permits styles only by the CSSOM.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const [height, setHeight] = useState(120);

  return (
    <iframe
      className="mail-frame"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={`<!doctype html><meta http-equiv="Content-Security-Policy" content="${framePolicy}"><body></body>`}
      style={{ height }}
      onLoad={({ currentTarget: { contentDocument } }) => {
        if (contentDocument) setHeight(renderEmail(contentDocument, html));
      }}
      // New HTML needs a new frame, because the frame is filled when it loads.
      key={html}
    />
  );
}

/** @returns the height of the content in pixels, at least 80 and at most 2,000; taller content scrolls */
function renderEmail(target: Document, html: string): number {
  const parsed = new DOMParser().parseFromString(renameActiveMarkup(html), 'text/html');
  for (const element of parsed.querySelectorAll(removedElements)) element.remove();
  const styles = new Map<Element, string>();
  for (const element of parsed.body.querySelectorAll('*')) {
    const style = element.getAttribute(`${renamedPrefix}style`);
    if (style !== null) styles.set(element, style.replaceAll(/url\([^)]*\)/giu, 'none'));
    // A second protection, in addition to the frame's sandbox and policy. The styles are set again below.
    for (const { name, value } of [...element.attributes])
      if (
        name.startsWith('on') ||
        name === 'style' ||
        name.startsWith(renamedPrefix) ||
        isRequest(name, value)
      )
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

/** Renames styles and event handlers. Otherwise, the parser reports each as a violation of the page's policy. */
const renameActiveMarkup = (html: string): string =>
  html
    .replaceAll(/<[a-z][^<>]*>/giu, (tag) =>
      tag.replaceAll(/(?<=[\s"'/])(?=(?:style|on[a-z]+)\s*=)/giu, renamedPrefix),
    )
    // `<xmp>` replaces `<style>`, because the content of both is text and not HTML.
    .replaceAll(/<(\/?)style(?=[\s/>])/giu, '<$1xmp');

const isRequest = (name: string, value: string): boolean =>
  ['src', 'srcset', 'background', 'poster'].includes(name) && !value.startsWith('data:');
