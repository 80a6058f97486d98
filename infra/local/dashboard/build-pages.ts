import { escapeHtml } from '#lib/html/escape.ts';
import type { StoredObject } from '../gateway/object-responses.ts';

/** Shown while the dashboard is being built, about five seconds. */
export function buildingPage(): StoredObject {
  return page(1, '<h1>The dashboard is being built</h1><p>This page opens it when it is ready.</p>');
}

export function failedBuildPage(reason: string): StoredObject {
  return page(
    5,
    `<h1>The dashboard could not be built</h1><pre>${escapeHtml(reason)}</pre><p>It is being built again.</p>`,
  );
}

function page(refreshSeconds: number, main: string): StoredObject {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${refreshSeconds}"><title>Dashboard</title></head>
<body><main>${main}</main></body>
</html>
`;

  return {
    body: Buffer.from(html),
    headers: { 'content-type': 'text/html; charset=utf-8' },
    retryAfterSeconds: refreshSeconds,
  };
}
