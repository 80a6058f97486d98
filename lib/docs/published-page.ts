import { hash } from 'node:crypto';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import { renderPage } from '#lib/docs/page.ts';
import { pageStyle } from '#lib/docs/page-style.ts';
import { published } from '#lib/docs/published.ts';
import { once } from '#lib/runtime/services.ts';

/** The page loads nothing and runs nothing; its one style sheet is known by its hash. */
export const publishedPage = once(() => {
  const page = renderPage(openApi);
  const style = hash('sha256', pageStyle, 'base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];

  return published(page, page, { 'Content-Security-Policy': policy.join('; ') });
});
