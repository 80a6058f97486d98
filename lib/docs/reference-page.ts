import { randomBytes } from 'node:crypto';
import { scriptName } from '#lib/docs/reference-script.ts';
import { serviceInfo } from '#lib/docs/service-info.ts';
import { type HttpReply, ok } from '#lib/http/reply.ts';

/**
 * The page that loads the script. Its policy allows requests to the own origin and no inline script. The nonce is for style
 * elements that the script creates; the script also writes style attributes, which no nonce or hash can allow.
 * @param url of the request; the gateway accepts a slash at its end
 */
export function pageReply(url: string): HttpReply<200, string> {
  const nonce = randomBytes(16).toString('base64url');
  // A browser resolves relative links against the last slash, so the page at `/docs/` has to go up one level.
  const apiPath = url.endsWith('/') ? '..' : '.';

  return ok(pageHtml(nonce, apiPath), { 'Content-Security-Policy': policyOf(nonce) });
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** @param apiPath relative, because the path of the API may start with a stage */
function pageHtml(nonce: string, apiPath: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" content="${nonce}">
<title>${serviceInfo.name}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="application/json" href="${apiPath}/openapi.json">
<script src="${apiPath}/docs/${scriptName}" defer></script>
</head>
<body>
<noscript>This page requires JavaScript. The reference is also available as an <a href="${apiPath}/openapi.json">OpenAPI document</a>.</noscript>
<div id="reference"></div>
</body>
</html>
`;
}
