import { hash } from 'node:crypto';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import { renderPage } from '#lib/docs/page.ts';
import { pageStyle } from '#lib/docs/page-style.ts';

/** What bundles have in the place of this module is the page that it renders: `infra/bundle/packed-docs.ts`. */
export const renderedPage = {
  html: renderPage(openApi),
  /** Base64 SHA-256 of the page's one style sheet. */
  style: hash('sha256', pageStyle, 'base64'),
};
