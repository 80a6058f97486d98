import { serviceInfo } from '#lib/docs/service-info.ts';

/**
 * @param basePath path of the API on its host: empty, or the stage. Links are absolute, because the gateway accepts a slash at the
 * end of `/docs`.
 */
export function describePage(basePath: string, scriptName: string): string {
  const documentPath = `${basePath}/openapi.json`;

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${serviceInfo.name}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="application/json" href="${documentPath}">
<script src="${basePath}/dashboard/assets/${scriptName}" defer></script>
</head>
<body>
<noscript>This page requires JavaScript. The reference is also available as an <a href="${documentPath}">OpenAPI document</a>.</noscript>
<div id="reference"></div>
</body>
</html>
`;
}
