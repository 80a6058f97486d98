/** The content of a session cookie. All times are epoch milliseconds, rounded to seconds. */
export interface Session {
  readonly userId: string;
  readonly secret: string;
  readonly createdAt: number;
  /** Time of the cookie's last renewal. It is not signed; it only determines the next renewal. */
  readonly issuedAt: number;
}

/** The credential of a request: well-formed but not yet verified. */
export type Credential =
  | { readonly kind: 'api_key'; readonly principalId: string; readonly secret: string }
  | {
      readonly kind: 'session';
      readonly principalId: string;
      readonly secret: string;
      readonly session: Session;
    };
