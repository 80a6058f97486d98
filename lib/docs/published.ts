import { hash } from 'node:crypto';
import type { ReplyHeader } from '#lib/http/contract.ts';

/** Content of a deployment about itself, which may change with the next deployment. */
export interface Published<Body> {
  readonly body: Body;
  readonly headers: Readonly<Partial<Record<ReplyHeader, string>>>;
}

/** @param text the text that identifies the version, for the ETag */
export function published<Body>(body: Body, text: string): Published<Body> {
  return {
    body,
    headers: {
      // Private, because the response also has the caller's rate-limit headers.
      'Cache-Control': 'private, max-age=300',
      ETag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
    },
  };
}
