/** Credentials of an account for its mail servers. */
export type Credential =
  | { readonly kind: 'password'; readonly password: string }
  /** An OAuth access token for XOAUTH2. It is valid for about an hour, and as secret as a password. */
  | { readonly kind: 'token'; readonly accessToken: string };

/** Initial response: https://developers.google.com/workspace/gmail/imap/xoauth2-protocol. Microsoft uses the same. */
export function xoauth2(user: string, accessToken: string): string {
  return Buffer.from(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`).toString('base64');
}
