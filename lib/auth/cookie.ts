/**
 * The value of a cookie; undefined if the request does not have it.
 * @param header all cookies of the request, joined as in RFC 6265
 */
export function readCookie(header: string, name: string): string | undefined {
  const pair = header.split(';').find((each) => each.trim().startsWith(`${name}=`));

  return pair?.slice(pair.indexOf('=') + 1).trim();
}

/** `Set-Cookie` value for a host-only cookie that scripts cannot read. */
export function setCookie(
  name: `__Host-${string}`,
  value: string,
  { maxAgeSeconds, sameSite }: { readonly maxAgeSeconds: number; readonly sameSite: 'Lax' | 'Strict' },
): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; Secure; SameSite=${sameSite}`;
}
