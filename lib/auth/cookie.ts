/**
 * The value of a cookie; undefined when the request has none of that name.
 * @param header all cookies of the request, as RFC 6265 joins them
 */
export function readCookie(header: string, name: string): string | undefined {
  const pair = header.split(';').find((each) => each.trim().startsWith(`${name}=`));

  return pair?.slice(pair.indexOf('=') + 1).trim();
}

/** The value of `Set-Cookie` for a cookie of this host that scripts cannot read. */
export function setCookie(
  name: `__Host-${string}`,
  value: string,
  { maxAgeSeconds, sameSite }: { readonly maxAgeSeconds: number; readonly sameSite: 'Lax' | 'Strict' },
): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; Secure; SameSite=${sameSite}`;
}
