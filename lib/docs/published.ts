import { hash } from 'node:crypto';
import type { ReplyHeader } from '#lib/http/contract.ts';

/** A response that changes only with a deployment, such as the API document, and its headers. */
export interface Published<Body> {
  readonly body: Body;
  readonly headers: Readonly<Partial<Record<ReplyHeader, string>>>;
}

/** Adds headers for caching to a body. @param text differs for each version of the body; its hash is the ETag */
export function published<Body>(body: Body, text: string): Published<Body> {
  return {
    body,
    headers: {
      // Private, because the response also has the caller's rate-limit headers.
      'Cache-Control': 'private, max-age=300',
      // 22 characters have 132 bits, enough to distinguish versions.
      ETag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
    },
  };
}
