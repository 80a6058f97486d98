import { hash } from 'node:crypto';
import type { ReplyHeader } from '#lib/http/contract.ts';

/** What a deployment publishes about itself; the next deployment may publish something else. */
export interface Published<Body> {
  readonly body: Body;
  readonly headers: Readonly<Partial<Record<ReplyHeader, string>>>;
}

/** @param text the body's bytes, or what they are made from */
export function published<Body>(
  body: Body,
  text: string,
  more: Published<Body>['headers'] = {},
): Published<Body> {
  return {
    body,
    headers: {
      // Private, because the rate limit headers beside it are one caller's.
      'Cache-Control': 'private, max-age=300',
      ETag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
      ...more,
    },
  };
}
