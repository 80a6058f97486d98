/** A mail server that somebody names, before anybody has logged in there. */
export interface FoundServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
}
