/** A browser's side of a session. All times are epoch milliseconds in whole seconds. */
export interface Session {
  readonly userId: string;
  readonly secret: string;
  readonly createdAt: number;
  /** When the browser was last given the cookie. No part of what is proved: it only says when to send it again. */
  readonly issuedAt: number;
}

/** What a request says that it acts by, well-formed and not yet checked. */
export type Credential =
  | { readonly kind: 'api_key'; readonly principalId: string; readonly secret: string }
  | {
      readonly kind: 'session';
      readonly principalId: string;
      readonly secret: string;
      readonly session: Session;
    };
