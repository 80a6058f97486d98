/** What an account proves itself with to its mail servers. */
export type Credential =
  | { readonly kind: 'password'; readonly password: string }
  /** Of OAuth, for about an hour: XOAUTH2 hands it over. As secret as a password while it lives. */
  | { readonly kind: 'token'; readonly accessToken: string };

/** https://developers.google.com/workspace/gmail/imap/xoauth2-protocol, which Microsoft's servers speak as well */
export function xoauth2(user: string, accessToken: string): string {
  return Buffer.from(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`).toString('base64');
}
