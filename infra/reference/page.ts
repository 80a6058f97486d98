import type { OpenApiDocument } from '#lib/docs/openapi-document.ts';
import { escapeHtml } from '#lib/html/escape.ts';
import { operationsOf, pagePath } from './markdown/chapters.ts';

/**
 * The page of `GET /docs`. Without JavaScript, it lists the chapters. The element of the reference is empty, because the script would take
 * its content for its own.
 * @param basePath path of the API on its host: empty, or the stage. Links are absolute, because the gateway accepts a slash at the
 * end of `/docs`.
 */
export function describePage(document: OpenApiDocument, basePath: string, scriptName: string): string {
  const documentPath = `${basePath}/openapi.json`;
  const chapters = document.tags.map((tag) => {
    const operations = operationsOf(tag, document).map(
      ([title, { summary }]) => `<li><code>${title}</code> ${escapeHtml(summary)}</li>`,
    );
    const list = operations.length > 0 ? `\n<ul>\n${operations.join('\n')}\n</ul>` : '';

    return `<h2><a href="${basePath}/${pagePath(tag)}">${tag.name}</a></h2>${list}`;
  });

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="application/json" href="${documentPath}">
<script src="${basePath}/dashboard/assets/${scriptName}" defer></script>
</head>
<body>
<noscript>
<h1>${document.info.title}</h1>
<p>${document.info.description}</p>
<p>With JavaScript, this page is the reference. Without it, read the chapters in Markdown, or the <a href="${documentPath}">OpenAPI document</a>.</p>
${chapters.join('\n')}
</noscript>
<div id="reference"></div>
</body>
</html>
`;
}
