import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastifyApiReference from '@scalar/fastify-api-reference';

/** The script of `GET /docs`: the settings, then the renderer. */
export const referenceScript = [
  readFileSync(new URL('./start.js', import.meta.url), 'utf8'),
  // The MIT licence requires this notice.
  '/*! Scalar API Reference, https://github.com/scalar/scalar, MIT License, Copyright (c) 2023-present Scalar */',
  rendererScript(),
].join('\n');

/** Contains a hash of the content, so that browsers keep the file until it changes. */
export const scriptName = `reference-${hash('sha256', referenceScript, 'base64url').slice(0, 22)}.js`;

/**
 * Scalar's API reference as one file. Its package exports the file only as a route of the web framework Fastify. So this function
 * registers the plugin with a minimal substitute for Fastify and calls the handler of that route. The same file in
 * `@scalar/api-reference` comes with 272 packages.
 */
function rendererScript(): string {
  const sentTexts: string[] = [];
  const reply = { header: () => reply, send: (text: string) => sentTexts.push(text) };
  const route = (options: { url: string; handler: (request: unknown, to: unknown) => void }) => {
    if (options.url.endsWith('/js/scalar.js')) options.handler(undefined, reply);
  };
  const configuration = { url: 'openapi.json' };
  // `Object()` has the type `any`: the substitute has only what the plugin uses.
  fastifyApiReference(Object({ route, hasPlugin: () => false }), { configuration }, () => undefined);
  const [text] = sentTexts;
  if (text === undefined) throw new Error('@scalar/fastify-api-reference has no route for its script');

  // Browsers would request the source map, which is not served.
  return text.replace(/\n\/\/# sourceMappingURL=.*$/, '');
}
