import { packedScript, scriptName } from '#lib/docs/reference-script.ts';
import { type HttpReply, ok } from '#lib/http/reply.ts';
import { notFound } from '#lib/values/problem.ts';

/** The script of the reference page. @throws Problem 404 if this deployment's script has another name */
export function scriptReply(name: string): HttpReply<200, string> {
  if (name !== scriptName) throw notFound();

  return ok(packedScript, {
    // One year, the usual maximum. Private, because the response also has the caller's rate-limit headers.
    'Cache-Control': 'private, max-age=31536000, immutable',
    'Content-Encoding': 'gzip',
    ETag: `"${name}"`,
  });
}
