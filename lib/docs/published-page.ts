import { published } from '#lib/docs/published.ts';
import { renderedPage } from '#lib/docs/rendered-page.ts';
import { once } from '#lib/runtime/services.ts';

/** The page loads nothing and runs no scripts. The policy allows only its own style sheet, by hash. */
export const publishedPage = once(() => {
  const { html, style } = renderedPage;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];

  return published(html, html, { 'Content-Security-Policy': policy.join('; ') });
});
