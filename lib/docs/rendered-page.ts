import { hash } from 'node:crypto';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import { renderPage } from '#lib/docs/page.ts';
import { pageStyle } from '#lib/docs/page-style.ts';

/** Bundles replace this module by the rendered page: `infra/bundle/packed-docs.ts`. */
export const renderedPage = {
  html: renderPage(openApi),
  /** Base64-encoded SHA-256 of the page's only style sheet. */
  style: hash('sha256', pageStyle, 'base64'),
};
