import type { Published } from '#lib/docs/published.ts';
import { packedScript, scriptName } from '#lib/docs/reference-script.ts';
import { notFound } from '#lib/values/problem.ts';

/** The script of the reference page. @throws Problem 404 if this deployment's script has another name */
export function publishedScript(name: string): Published<string> {
  if (name !== scriptName) throw notFound();

  return {
    body: packedScript,
    headers: {
      // One year, the usual maximum. Private, as `published` explains.
      'Cache-Control': 'private, max-age=31536000, immutable',
      'Content-Encoding': 'gzip',
      ETag: `"${name}"`,
    },
  };
}
