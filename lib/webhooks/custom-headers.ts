import * as z from 'zod/mini';
import type { Vault } from '#lib/crypto/vault.ts';
import { dictionary, text } from '#lib/values/schemas.ts';

const headersMax = 10;

/** All names and values together. Each published event reads all webhooks of its workspace in one page of 1 MB. */
const charactersMax = 4096;

/** Names that HTTP, its connections or this service set. */
const reservedNames =
  /^(?:connection|cookie|date|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent|via|(?:accept|content|idempotency|proxy|webhook|x-webhook)(?:-.*)?)$/i;

const HeaderName = text(
  100,
  z.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must have only characters of header names (RFC 9110)'),
  z.refine((name) => !reservedNames.test(name), 'must not be a header that HTTP or the service sets'),
);

const HeaderValue = text(
  1000,
  z.regex(/^[!-~](?:[ -~]*[!-~])?$/, 'must be visible ASCII characters, with spaces only between them'),
);

/** Headers that a webhook adds to its requests, with their secret values. */
export const CustomHeaders = dictionary(HeaderName, HeaderValue, {
  namesMax: headersMax,
  rule: `at most ${headersMax} headers`,
}).check(
  z.refine(
    (headers) =>
      new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length,
    'must not have a name twice, in upper or lower case',
  ),
  z.refine(
    (headers) => Object.entries(headers).flat().join('').length <= charactersMax,
    `must have at most ${charactersMax} characters in all names and values`,
  ),
);
export type CustomHeaders = z.infer<typeof CustomHeaders>;

/** A header as stored. */
export const SealedHeader = z.object({ name: z.string(), sealed: z.string() });
type SealedHeader = z.infer<typeof SealedHeader>;

interface HeaderOwner {
  readonly workspaceId: string;
  readonly webhook: { readonly id: string; readonly url: string };
}

/** Binds a value to its name and to scheme, host and port of the URL: a rewritten item sends it to no other server. */
const headerContext = ({ id, url }: HeaderOwner['webhook'], name: string) =>
  `${id}.header ${JSON.stringify([new URL(url).origin, name])}`;

export function sealHeaders(
  vault: Vault,
  { workspaceId, webhook }: HeaderOwner,
  headers: CustomHeaders,
): Promise<SealedHeader[]> {
  const sealed = Object.entries(headers).map(async ([name, value]) => ({
    name,
    sealed: await vault.seal(workspaceId, headerContext(webhook, name), value),
  }));

  return Promise.all(sealed);
}

export async function openHeaders(
  vault: Vault,
  { workspaceId, webhook }: HeaderOwner & { readonly webhook: { readonly headers: readonly SealedHeader[] } },
): Promise<CustomHeaders> {
  const opened = webhook.headers.map(
    async ({ name, sealed }) =>
      [name, await vault.open(workspaceId, headerContext(webhook, name), sealed)] as const,
  );

  return Object.fromEntries(await Promise.all(opened));
}
