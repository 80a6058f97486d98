/** Credentials of an account for its mail servers. */
export type MailCredential =
  | { readonly kind: 'password'; readonly password: string }
  /** An OAuth access token for XOAUTH2. It is valid for about an hour, and as secret as a password. */
  | { readonly kind: 'token'; readonly accessToken: string };

/**
 * The initial client response of the SASL mechanism XOAUTH2, in base64. Google and Microsoft use the same format. Control-A
 * (`\x01`) ends each field, and another one ends the response.
 * https://developers.google.com/workspace/gmail/imap/xoauth2-protocol
 */
export function xoauth2(user: string, accessToken: string): string {
  return Buffer.from(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`).toString('base64');
}
